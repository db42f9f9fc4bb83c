# SPDX-License-Identifier: BSD-3-Clause
"""Why an object has not come: from it to what it waits for, and on, down to
what nothing else has to do."""
from . import guid, task
from .block import Block
from .event import Event
from .memory import Bad
from .node import DEAD, NEVER, PARKED
from .task import Task

MOST_DEPTH = 30
MOST_BELOW = 4


class Why:
    def __init__(self, graph, words, say):
        self.graph, self.words, self.say = graph, words, say
        self.above = []  # keys, from the first object down
        self.told = set()

    def tell(self, o):
        """Of an object of this node."""
        self._tell(o, 0, first=True)

    def _line(self, depth, said):
        self.say("  " * depth + said)

    def _tell(self, o, depth, first=False):
        key = o.guid.key
        if key in self.above:
            self._line(depth, "that is in a circle: %s waits for itself" %
                       self._name(o))
            return
        if key in self.told:
            self._line(depth, "%s: see above" % self._name(o))
            return
        if depth > MOST_DEPTH:
            self._line(depth, "and so on")
            return
        self.told.add(key)
        self.above.append(key)
        try:
            if isinstance(o, Task):
                self._task(o, depth)
            elif isinstance(o, Event):
                self._event(o, depth, first)
            elif isinstance(o, Block):
                self._block(o, depth, first)
        except Bad as why:
            self._line(depth, "%s cannot be read: %s" % (self._name(o), why))
        self.above.pop()

    def _name(self, o):
        return (self.words.task(o) if isinstance(o, Task) else
                self.words.name(o.guid))

    def _next(self, g, depth):
        """What lies behind: if it is here, and more is to be said of it."""
        o = self.graph.object(g)
        if o:
            self._tell(o, depth)
        elif g.kind in guid.EVENTS or g.kind in (guid.DB, guid.EDT):
            owner = g.owner(self.graph.node.size)
            if owner != self.graph.node.self:
                self._line(depth, "%s lives on node %d, which is another "
                           "process" % (g.text, owner))
            elif g.kind == guid.DB:
                self._line(depth, g.text + " was never created")
            elif g.kind == guid.COLLECTIVE:
                self._line(depth, "%s has a part on each node: the stuck "
                           "report says what it lacks" % g.text)

    def _task(self, t, depth):
        does = self.words.does(t)
        self._line(depth, "%s %s" % (self.words.task(t), does[0][0]))
        for said, g in does:
            if said is not does[0][0]:
                self._line(depth, "it " + said)
            if g:
                self._next(g, depth + 1)

    def _event(self, e, depth, first):
        name = self.words.name(e.guid)
        of = self.graph.outputs.get(e.guid.key)
        feeds = self.graph.feeds_of(e)
        waiters = (self.words.waiters(self.graph.waiters_of(e))
                   if first and not e.fired else "")
        if e.fired:
            with_ = "" if e.data.is_null else " with " + e.data.text
            self._line(depth, "%s has fired%s" % (name, with_))
        elif feeds:
            self._line(depth, "%s waits for %s%s%s" % (
                name, self.words.name(feeds[0].event),
                self.words.fate(feeds[0]), waiters))
            for f in feeds[:MOST_BELOW]:
                if not f.fate:
                    self._next(f.event, depth + 1)
        elif of:
            # Whoever asked is told who waits; below, the task says all.
            if first:
                self._line(depth, "%s waits for the end of its task%s" %
                           (name, waiters))
            self._tell(of, depth + (1 if first else 0))
        else:
            self._line(depth, "%s %s%s" % (name, e.lack, waiters))

    def _block(self, b, depth, first):
        queue = b.queue()
        if not queue:
            self._line(depth, "%s: %s; nobody waits for it" %
                       (b.guid.text, b.state))
        else:
            self._line(depth, "%s %s%s" % (
                b.guid.text, b.lack,
                self.words.waiters(self.words.wanters(b)) if first else ""))
        for t, mode in self.graph.has(b.guid)[:MOST_BELOW]:
            self._line(depth + 1, "%s has it in mode %s" % (
                self.words.task(t), task.MODES.get(mode, "?")))
            self._tell(t, depth + 2)


GONE = {
    guid.EDT: "has ended, or was destroyed",
    guid.DB: "was destroyed",
}
GONE_EVENT = "has fired and is gone, or was destroyed"


def gone(graph, g, say):
    """Of a GUID that no object of this node has."""
    node = graph.node
    if g.owner(node.size) != node.self:
        say("%s lives on node %d of %d; this process is node %d" %
            (g.text, g.owner(node.size), node.size, node.self))
        return
    state, _ = node.find(g)
    if state == DEAD:
        say("%s %s" % (g.text, GONE.get(g.kind, GONE_EVENT)))
    elif state in (NEVER, PARKED):
        say("%s was never created%s" % (
            g.text, ", and calls wait for it" if state == PARKED else ""))
    else:
        say("%s is no task, event or data block that can be told of" % g.text)
