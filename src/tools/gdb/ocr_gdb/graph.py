# SPDX-License-Identifier: BSD-3-Clause
"""Who waits for whom on a node: its tasks, events and blocks, joined.

Who waits for an event is known at the event, and which slots are open is known
at the task; here both come together, as they do for the stuck report
(src/observe/stuck.c).  One object that cannot be read is one line in
`broken`, and no reason to know nothing of the others.
"""
from . import guid, memory, node
from .block import Block
from .event import Event, Waiter
from .memory import Bad
from .task import Task, RUNNING

# enum ocr_event_fate
THERE, DESTROYED, LATE, ABSENT = range(4)

ADD_DEP_BYTES = 48


class Wait:
    """A body that waits for an answer, with its stack put aside."""

    def __init__(self, record):
        call = record.get("call")
        self.call = memory.text(call) if call else "a call"
        self.object = guid.of_record(record, "object")
        self.task = record.get("task")


class Feed:
    """What will satisfy a slot: an event, and whether that will fire."""

    def __init__(self, event, fate):
        self.event, self.fate = event, fate


class Graph:
    def __init__(self, of):
        self.node = of
        self.broken = []
        self.parked = []   # (GUID of what is not there, number of the op)
        self.tasks, self.events, self.blocks = [], [], []
        self.waits = {}    # by the address of the task
        self.feeds = {}    # by (GUID of a task or event, or address; slot)
        self.fed = {}      # by GUID of an event: what would satisfy it
        self.outputs = {}  # by GUID of an event
        self.inside = {}   # by the address of a finish scope: its members
        self._tasks(), self._events(), self._blocks(), self._waits()
        self._feeds()
        self.task_by = {t.guid.key: t for t in self.tasks}
        self.task_at = {t.address: t for t in self.tasks}
        self.event_by = {e.guid.key: e for e in self.events}
        self.block_by = {b.guid.key: b for b in self.blocks}
        for t in self.tasks:
            if not t.output.is_null:
                self.outputs[t.output.key] = t
            if t.scope:
                self.inside.setdefault(t.scope, []).append(t)
        for (key, _), feed in self.feeds.items():
            # Of those that tasks wait for nobody asks.
            if isinstance(key, tuple) and key in self.event_by:
                self.fed.setdefault(key, []).append(feed)

    # -- What there is ------------------------------------------------------

    def _complain(self, what, record, why):
        self.broken.append("%s at 0x%x: %s" % (what, record.address, why))

    def _all(self, what, pool, layout, name, kind, into):
        try:
            for record in self.node.pool(pool, layout, name):
                try:
                    into.append(kind(self.node, record))
                except Bad as why:
                    self._complain(what, record, why)
        except Bad as why:
            self.broken.append("%ss: %s" % (what, why))

    def _room(self, name, field):
        """A pool of a room of the runtime."""
        try:
            return self.node.rt.follow(name).inside(field)
        except (Bad, AttributeError) as why:
            self.broken.append("%s: %s" % (name, why))
            return None

    def _tasks(self):
        pool = self._room("tasks", "edts")
        layout = self.node.layouts.named("struct ocr_edt")
        if pool:
            self._all("task", pool, layout, "name.upper", Task, self.tasks)

    def _events(self):
        pool = self._room("events", "pool")
        layout = self.node.kind_of("ocr_event_retire", 1)
        if pool:
            self._all("event", pool, layout, "name.upper", Event, self.events)

    def _blocks(self):
        pool = self._room("data", "homes")
        layout = self.node.layouts.named("struct ocr_block")
        if pool:
            self._all("block", pool, layout, "guid.upper", Block, self.blocks)

    def _waits(self):
        waiting = self._room("sched", "waiting")
        if not waiting:
            return
        try:
            n = waiting.get("n_slots")
            for slot in waiting.pointed("slots", n) if n else ():
                record = slot.follow("wait")
                if record:
                    w = Wait(record)
                    self.waits[w.task] = w
        except Bad as why:
            self.broken.append("bodies that wait: %s" % why)

    # -- What satisfies what ------------------------------------------------

    def _feed(self, waiter, event, fate):
        key = waiter.task or waiter.dest.key, waiter.slot
        old = self.feeds.get(key)
        # One that lives counts more than one that is gone.
        if not old or old.fate != THERE:
            self.feeds[key] = Feed(event, fate)

    def _feeds(self):
        for e in self.events:
            try:
                for w in e.waiters():
                    self._feed(w, e.guid, THERE)
            except Bad as why:
                self._complain("event", e, why)
        for what in self._orphans, self._absent:
            try:
                what()
            except Bad as why:
                self.broken.append("events that are gone: %s" % why)

    def _orphans(self):
        all = self._room("events", "orphans")
        if not all or not all.get("n"):
            return
        most = all.layout.find("ring")[1] // 8 // all.target("ring").size
        for o in all.elements("ring", min(all.get("n"), most)):
            event = guid.of_record(o, "event")
            if not event.is_null:
                self._feed(Waiter(o.inside("waiter")), event, o.get("fate"))

    def _absent(self):
        """Dependences on events that are not there yet, and whatever else has
        come before its object."""
        kind = self.node.layouts.named("struct ocr_msg_add_dep")
        if kind.size != ADD_DEP_BYTES:
            return
        add = self.node.enumerator("enum ocr_msg_type", "OCR_MSG_ADD_DEP")
        for _, raw in self.node.parked():
            number = int.from_bytes(raw[4:6], "little")
            # The object is the first field of every message.
            g = guid.Guid(int.from_bytes(raw[8:16], "little"),
                          int.from_bytes(raw[16:24], "little"))
            if number == add and len(raw) >= kind.size:
                w = Waiter(memory.Record(kind, 0, raw[:kind.size]))
                self._feed(w, g, ABSENT)
                if w.dest.kind == guid.EDT:
                    # The task says so.
                    continue
            self.parked.append((g, number))

    def feed_of(self, task, slot):
        """What will satisfy that slot of a task, or None."""
        if not slot.event.is_null:
            # The stuck report has asked, and its answer is in the slot.
            return Feed(slot.event, slot.fate)
        return (self.feeds.get((task.guid.key, slot.index)) or
                self.feeds.get((task.address, slot.index)))

    def feeds_of(self, event):
        """The events that would satisfy an event."""
        return self.fed.get(event.guid.key, [])

    # -- Who waits ----------------------------------------------------------

    def by_body(self, g):
        """Bodies that wait for the object of g, as (task, call)."""
        return [(self.task_at[at], w.call) for at, w in self.waits.items()
                if at in self.task_at and w.object.key == g.key]

    def waiters_of(self, event):
        """[(task or None, event's GUID or None, 'in slot 2' or the like)]"""
        found = []
        for w in event.waiters():
            t = self.task_at.get(w.task) if w.task else self.task_by.get(
                w.dest.key)
            if t and t.is_runtimes:
                continue
            where = "" if w.dest.is_event else "in slot %d" % w.slot
            found.append((t, w.dest, where))
        found += [(t, t.guid, "in %s()" % call)
                  for t, call in self.by_body(event.guid)]
        return found

    def members(self, scope):
        return self.inside.get(scope, [])

    def has(self, db):
        """Tasks that have a block, with its mode."""
        found = []
        for t in self.tasks:
            try:
                found += [(t, h.mode) for h in t.held()
                          if h.db.key == db.key and h.block and
                          not h.released]
            except Bad as why:
                self._complain("task", t, why)
        return found

    def is_running(self, task):
        return task.state == RUNNING and task.address not in self.waits

    # -- From what people write ---------------------------------------------

    def look_for(self, wanted):
        """The object that somebody means, or None."""
        for o in self.tasks + self.events + self.blocks:
            if wanted.fits(o.guid):
                return o
        return None

    def object(self, g):
        return (self.task_by.get(g.key) or self.event_by.get(g.key) or
                self.block_by.get(g.key))


def graph():
    return Graph(node.Node())
