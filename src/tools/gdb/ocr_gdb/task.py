# SPDX-License-Identifier: BSD-3-Clause
"""A task of the node: what it is called, and what it lacks by itself.

Who will bring that is graph.py's to say.
"""
from . import guid, memory
from .memory import Bad

# enum ocr_edt_state
GONE, WAITING, ACQUIRING, READY, RUNNING, ENDING = range(6)

UNSATISFIED = 0xffffffff
FINISH, PASSES = 1, 0x400

# So many slots are looked at; more of them say nothing else.
MOST_SLOTS = 1 << 16
MOST_HELD = 1 << 16

# ocrDbAccessMode_t
MODES = {0: "NULL", 1: "CONST", 2: "RW", 4: "EW", 8: "RO"}
WRITES = (2, 4)


class Slot:
    """One that nobody has satisfied."""

    def __init__(self, index, event, fate):
        self.index, self.event, self.fate = index, event, fate


class Held:
    def __init__(self, record):
        self.db = guid.of_record(record, "db")
        self.block = record.get("block")
        self.mode = record.get("mode")
        self.released = bool(record.get("released") or record.get("gone"))


class Task:
    def __init__(self, node, record):
        self.node = node
        self.record = record
        self.address = record.address
        self.guid = guid.of_cell(record, "name")
        self.state = record.get("state")
        self.func = record.get("func")
        self.depc = record.get("depc")
        self.output = guid.of_record(record, "output")
        self.scope = record.get("scope")
        self.flags = record.get("run.flags")

    @property
    def function(self):
        return self.node.function(self.func) if self.func else ""

    @property
    def who(self):
        """'task "solve" 1:0.514'."""
        name = '"%s" ' % self.function if self.func else ""
        return "task %s%s" % (name, self.guid.number)

    @property
    def is_runtimes(self):
        """Does it wait in the place of a body (src/task/await.c)?"""
        return bool(self.flags & PASSES) and self.function == "wait_in_place"

    def open_slots(self):
        """Those that are not satisfied; the free ones first, as they are
        nobody else's fault."""
        if not self.depc or self.state != WAITING:
            return []
        layout = self.node.layouts.named("ocrEdtDep_t")
        at = self.record.get("words") + 8 * self.record.get("paramc")
        some = memory.many(layout, at, min(self.depc, MOST_SLOTS))
        found = []
        for i, d in enumerate(some):
            if d.get("mode") & 0xffffffff == UNSATISFIED:
                found.append(Slot(i, guid.of_record(d, "guid"), d.get("ptr")))
        return found

    def held(self):
        """Blocks that it has, had, or will have."""
        held = self.record.inside("held")
        n = held.get("n")
        if n > MOST_HELD:
            raise Bad("it would have %d blocks" % n)
        return [Held(r) for r in held.pointed("blocks", n)]

    def lacks(self):
        """Blocks that it waits for."""
        return [h for h in self.held()
                if not h.block] if self.state == ACQUIRING else []

    @property
    def own_scope(self):
        """Of a finish task whose body has begun, or 0."""
        now = self.record.follow("now")
        return now.get("own") if now else 0
