# SPDX-License-Identifier: BSD-3-Clause
"""A data block, as this node knows it: its bytes, and at its home who has and
who wants it."""
from . import guid, memory

NOBODY = guid.NODE_MASK  # OCR_NODE_NONE
HOME, WRITING = 1, 2


class Want:
    def __init__(self, record):
        self.edt = guid.of_record(record, "edt")
        self.node = record.get("node")


class Block:
    def __init__(self, node, record):
        self.node = node
        self.record = record
        self.address = record.address
        self.guid = guid.of_record(record, "guid")
        self.size = record.get("size")
        self.flags = record.get("flags")
        self.data = record.get("copy.data")
        busy = record.follow("busy")
        self.home = (busy.inside("home") if busy and self.flags & HOME
                     else None)

    @property
    def who(self):
        return self.guid.text

    def queue(self):
        """Who waits for a turn."""
        if not self.home:
            return []
        return [Want(w)
                for w in memory.chain(self.home.follow("queue"), "next")]

    @property
    def lack(self):
        """Why those wait."""
        split = self.home.follow("split")
        if split:
            return ("is partitioned (ocrDbPartition), and has parts that "
                    "were not destroyed (ocrDbDestroy)")
        n, at = self.home.get("writers"), self.home.get("writer")
        if n and at == NOBODY:
            return "is a part of a data block that is in use"
        return "is written by %d task%s of node %d" % (
            n, "" if n == 1 else "s", at)

    @property
    def state(self):
        said = ["%d byte%s" % (self.size, "" if self.size == 1 else "s")]
        if not self.flags & HOME:
            said.append("of another node")
        if self.data:
            said.append("here at 0x%x" % self.data)
        else:
            said.append("its bytes are not here")
        n = self.home.get("writers") if self.home else (
            1 if self.flags & WRITING else 0)
        if n:
            said.append("written by %d task%s" % (n, "" if n == 1 else "s"))
        n = len(self.queue())
        if n:
            said.append("%d task%s for it" %
                        (n, " waits" if n == 1 else "s wait"))
        return ", ".join(said)
