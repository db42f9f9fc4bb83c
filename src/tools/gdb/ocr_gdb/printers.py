# SPDX-License-Identifier: BSD-3-Clause
"""How gdb prints GUIDs, tasks, events and blocks: in one line each."""
import gdb

from . import guid, memory
from .block import Block
from .event import Event
from .memory import Bad
from .node import LIVE, DEAD, NEVER, PARKED, Node
from .task import Task

STATES = ("gone", "waits", "waits for its data blocks",
          "is ready, and has not started", "has not returned",
          "has returned, but has not completed")

# Fields by which a structure is known to be the runtime's: a program may have
# one of the same name.
MARKS = {
    "event": ("fired", "n_waiters", "name"),
    "ocr_edt": ("unmet", "words", "name"),
    "ocr_block": ("guid", "copy", "busy"),
}


def of_task(t):
    name = '"%s" ' % t.function if t.func else ""
    state = STATES[t.state] if t.state < len(STATES) else "is broken"
    return "task %s%s, %s" % (name, t.guid.number, state)


def of_event(e):
    return "%s, %s" % (e.guid.text, e.state)


def of_block(b):
    return "%s, %s" % (b.guid.text, b.state)


def _object(node, g, address):
    """What is known of the object of g."""
    layouts = node.layouts
    if g.kind == guid.EDT:
        t = Task(node, memory.Record(layouts.named("struct ocr_edt"),
                                     address))
        return of_task(t) if t.guid.key == g.key else None
    if g.is_event and g.kind != guid.COLLECTIVE:
        e = Event(node, memory.Record(node.kind_of("ocr_event_retire", 1),
                                      address))
        return of_event(e) if e.guid.key == g.key else None
    if g.kind == guid.DB:
        b = Block(node, memory.Record(layouts.named("struct ocr_block"),
                                      address))
        return of_block(b) if b.guid.key == g.key else None
    return None


def of_guid(g):
    """Its text, and how its object is, if that is of this node."""
    if not (g.is_event or g.kind in (guid.DB, guid.EDT)):
        return g.text
    try:
        node = Node()
        state, address = node.find(g)
        said = _object(node, g, address) if state == LIVE else None
    except (Bad, gdb.error):
        return g.text
    if said:
        return said
    return g.text + {DEAD: ", gone", NEVER: ", not created yet",
                     PARKED: ", not created yet"}.get(state, "")


class Printer:
    """Says why, if something cannot be said."""

    def __init__(self, value, say):
        self.value, self.say = value, say

    def to_string(self):
        try:
            return self.say(self.value)
        except (Bad, gdb.error) as why:
            return "<%s>" % why
        except Exception as why:
            return "<cannot be read: %s: %s>" % (type(why).__name__, why)


def _record(value, node):
    return memory.Record(node.layouts.of(value.type), int(value.address))


def _structure(kind, say):
    def said(value):
        # Only what is in memory: the rest is copies that gdb has made.
        if value.address is None:
            raise Bad("it is in no memory")
        node = Node()
        o = kind(node, _record(value, node))
        return "nothing: spare memory" if o.guid.is_null else say(o)
    return said


def _guid(value):
    g = guid.of_value(value)
    return of_guid(g) if g else "<no GUID>"


SAYERS = {
    "event": _structure(Event, of_event),
    "ocr_edt": _structure(Task, of_task),
    "ocr_block": _structure(Block, of_block),
}


def lookup(value):
    """For gdb.pretty_printers."""
    kind = value.type.unqualified()
    if kind.name == "ocrGuid_t":
        return Printer(value, _guid)
    kind = kind.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT or kind.tag not in SAYERS:
        return None
    names = [f.name for f in kind.fields()]
    if any(mark not in names for mark in MARKS[kind.tag]):
        return None
    return Printer(value, SAYERS[kind.tag])


lookup.name = "ocr"


def register():
    """For all programs: GUIDs are in programs, not in libocr alone."""
    gdb.pretty_printers[:] = [p for p in gdb.pretty_printers
                              if getattr(p, "name", "") != "ocr"]
    gdb.pretty_printers.append(lookup)
