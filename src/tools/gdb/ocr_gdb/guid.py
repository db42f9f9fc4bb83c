# SPDX-License-Identifier: BSD-3-Clause
"""What the 128 bits of a GUID mean: guidmap/guid.h and labeled/label.h draw it.

Knows values alone, not which objects there are.
"""
import re

import gdb

from .memory import Bad

NODE_BITS = 24
NODE_MASK = (1 << NODE_BITS) - 1
INDEX_BITS = 40
INDEX_MASK = (1 << INDEX_BITS) - 1

TAKES_ARG, OUTPUT, LABELED, OF_MAP, HIDDEN = 1, 2, 4, 16, 128

# The kinds in the order of enum ocr_guid_kind, as people call them.
KINDS = ("null", "db", "edt", "template", "once event", "idempotent event",
         "sticky event", "latch event", "counted event", "channel event",
         "collective event", "affinity", "map", "mapped object",
         "finish scope", "file", "worker")
DB, EDT, TEMPLATE, EVENTS, COLLECTIVE = 1, 2, 3, range(4, 11), 10
LATCH, COUNTED, CHANNEL, MAP, MAPPED = 7, 8, 9, 12, 13
UNINITIALIZED, ERROR = 0xfe, 0xff

# What has become of an event that is gone and was not destroyed.
LATE = {
    4: "it had fired, and a once event is gone then (a sticky event stays)",
    7: "it had fired, and a latch event is gone then",
    8: "it had met all of its nbDeps dependences",
}

NUMBER = re.compile(r"^(?:([a-z ]+?)\s+)?(\d+):(\d+)\.(n?)(\d+)$")
LABEL = re.compile(r"^(?:([a-z ]+?)\s+)?(\d+)\.(\d+)\[(\d+)\]$")
NAMED = re.compile(r'^task "[^"]*" ')
DATA_BLOCK = re.compile(r"^data block ")


class Guid:
    def __init__(self, upper, lower):
        self.upper, self.lower = upper, lower

    @property
    def key(self):
        return self.upper, self.lower

    @property
    def kind(self):
        return self.upper >> 56

    @property
    def flags(self):
        return self.upper >> 48 & 0xff

    @property
    def creator(self):
        return self.upper & NODE_MASK

    @property
    def is_null(self):
        return not (self.upper or self.lower)

    @property
    def is_label(self):
        return bool(self.flags & LABELED)

    @property
    def is_event(self):
        return self.kind in EVENTS

    @property
    def is_output(self):
        return bool(self.flags & OUTPUT)

    def owner(self, size):
        """The node of its object, in a job of so many."""
        how = self.upper >> NODE_BITS & NODE_MASK
        if not self.is_label or self.kind == MAP:
            return how
        block = ((how & 0xffff) + 1) << (how >> 16 & 0x1f)
        return (self.lower & INDEX_MASK) // block % size

    @property
    def number(self):
        """What comes behind the kind."""
        if self.kind == MAP:
            return "%d.%d" % (self.creator, self.lower >> INDEX_BITS)
        if self.is_label:
            return "%d.%d[%d]" % (self.creator, self.lower >> INDEX_BITS,
                                  self.lower & INDEX_MASK)
        counter = self.lower >> 32 if self.kind == TEMPLATE else self.lower
        return "%d:%d.%s%d" % (self.upper >> NODE_BITS & NODE_MASK,
                               self.creator,
                               "n" if self.flags & HIDDEN else "", counter)

    @property
    def text(self):
        if self.is_null:
            return "NULL_GUID"
        if self.kind == UNINITIALIZED:
            return "UNINITIALIZED_GUID"
        if self.kind == ERROR:
            return "ERROR_GUID"
        if self.kind >= len(KINDS) or self.kind == 0:
            return "0x%016x%016x (no GUID)" % (self.upper, self.lower)
        kind = {DB: "data block", EDT: "task"}.get(self.kind, KINDS[self.kind])
        return "%s %s" % (kind, self.number)


def of_record(record, path=""):
    """The GUID in a field, or that a structure begins with."""
    path = path + "." if path else ""
    return Guid(record.get(path + "upper"), record.get(path + "lower"))


def of_cell(record, path):
    """The same of a struct ocr_guid_cell: no upper half, no name."""
    g = of_record(record, path)
    return g if g.upper else Guid(0, 0)


def of_value(value):
    """The GUID in a value of C that has one; None: it has none."""
    value = value.referenced_value() if value.type.code in (
        gdb.TYPE_CODE_REF,) else value
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_PTR:
        try:
            return of_value(value.dereference())
        except gdb.error:
            return None
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return None
    names = [f.name for f in kind.fields()]
    if names[:2] == ["upper", "lower"]:
        return Guid(int(value["upper"]) & (1 << 64) - 1,
                    int(value["lower"]) & (1 << 64) - 1)
    for name in ("name", "guid"):
        if name in names:
            return of_value(value[name])
    return None


class Wanted:
    """A GUID as people write it, which has no flags and perhaps no kind."""

    def __init__(self, kind, owner, creator, lower, hidden=False, label=None):
        self.kind, self.owner, self.creator = kind, owner, creator
        self.lower, self.hidden, self.label = lower, hidden, label

    def fits(self, g):
        if self.kind is not None and self.kind != g.kind:
            return False
        if self.label is not None:
            return g.is_label and (g.creator, g.lower) == (
                self.creator, self.label << INDEX_BITS | self.lower)
        counter = g.lower >> 32 if g.kind == TEMPLATE else g.lower
        return (not g.is_label and self.hidden == bool(g.flags & HIDDEN) and
                (g.upper >> NODE_BITS & NODE_MASK, g.creator, counter) ==
                (self.owner, self.creator, self.lower))


def _kind(word):
    words = {"task": EDT, "data block": DB, "block": DB}
    if word in KINDS:
        return KINDS.index(word)
    if word and word not in words:
        raise Bad("'%s' is no kind of object" % word)
    return words.get(word)


def parse(said):
    """'0:0.256', 'sticky event 0:0.256', '0.3[17]', 'task "f" 0:0.5'; None: it
    is none of these."""
    said = NAMED.sub("task ", DATA_BLOCK.sub("block ", said.strip()))
    m = NUMBER.match(said)
    if m:
        return Wanted(_kind(m[1]), int(m[2]), int(m[3]), int(m[5]), bool(m[4]))
    m = LABEL.match(said)
    if m:
        return Wanted(_kind(m[1]), None, int(m[2]), int(m[4]),
                      label=int(m[3]))
    return None
