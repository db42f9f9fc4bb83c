# SPDX-License-Identifier: BSD-3-Clause
"""The words for what tasks and events do: those of the stuck report
(src/observe/words.c, verdict.c), so that there is one language.
"""
from . import guid, task
from .graph import ABSENT, DESTROYED, LATE
from .memory import Bad

MOST_SLOTS = 4


class Words:
    """Of one graph; `workers` says which worker runs a task, or is None."""

    def __init__(self, graph, workers=None):
        self.graph = graph
        self.node = graph.node
        self.workers = workers

    # -- Objects ------------------------------------------------------------

    def _at(self, g):
        if self.node.size == 1:
            return ""
        return " on node %d" % g.owner(self.node.size)

    def task(self, t):
        if self.workers and self.workers.is_guests(t):
            return "main()"
        return t.who + self._at(t.guid)

    def name(self, g):
        """Of any object, be it here or not."""
        if g.kind == guid.EDT:
            t = self.graph.task_by.get(g.key)
            return self.task(t) if t else g.text + self._at(g)
        if not g.is_event:
            return g.text
        of = self.graph.outputs.get(g.key)
        if of and g.is_output:
            return "the output event of " + self.task(of)
        if of:
            return "%s, the output event of %s" % (g.text, self.task(of))
        if g.is_output:
            return g.text + ", the output event of a task"
        return g.text

    # -- What a task does ---------------------------------------------------

    def fate(self, feed):
        g = feed.event
        if feed.fate == DESTROYED:
            return ", which was destroyed " + (
                "with its task (ocrEdtDestroy)" if g.is_output else
                "before it fired (ocrEventDestroy)")
        if feed.fate == LATE:
            why = guid.LATE.get(g.kind, "it had been destroyed")
            if g.is_output:
                why = ("its task had ended (add dependences on an output "
                       "event before the task can run)")
            return (", which was gone when this dependence was added: " + why)
        if feed.fate == ABSENT:
            if g.is_label:
                return (", and no event has this label: none was created, or "
                        "it has fired or was destroyed")
            return ", which was never created"
        return ""

    def free_slots(self, t, free):
        first = [str(s.index) for s in free[:MOST_SLOTS]]
        more = len(free) - len(first)
        if more:
            said = ", ".join(first) + " and %d more" % more
        elif len(first) > 1:
            said = ", ".join(first[:-1]) + " and " + first[-1]
        else:
            said = first[0]
        of = " (of %d)" % t.depc if t.depc > 1 else ""
        to = ("to which nothing was connected" if self.node.size == 1 else
              "to which nothing on this node was connected")
        return "waits in slot%s %s%s, %s (ocrAddDependence)" % (
            "" if len(free) == 1 else "s", said, of, to)

    def slot(self, t, index, feed):
        of = " (of %d)" % t.depc if t.depc > 1 else ""
        name = self.name(feed.event)
        if feed.event.is_output and feed.event.key == t.output.key:
            name = "its own output event"
        return "waits in slot %d%s for %s%s" % (
            index, of, name, self.fate(feed))

    def slots(self, t):
        """(words, GUID of the event or None) for each thing that it waits
        for."""
        free, found = [], []
        for s in t.open_slots():
            feed = self.graph.feed_of(t, s)
            if not feed:
                free.append(s)
            elif len(found) < MOST_SLOTS:
                found.append((self.slot(t, s.index, feed),
                              None if feed.fate else feed.event))
        if free:
            found.insert(0, (self.free_slots(t, free), None))
        return found

    def _ending(self, t):
        scope = t.own_scope
        inside = self.graph.members(scope) if scope else []
        if not scope:
            return [("has returned, but has not completed", None)]
        said = ("has returned, but is a finish task, which completes after "
                "all tasks created inside: it waits for ")
        if not inside:
            return [(said + "tasks of other nodes", None)]
        more = ", and %d more" % (len(inside) - 1) if inside[1:] else ""
        return [(said + self.task(inside[0]) + more, inside[0].guid)]

    def _running(self, t):
        wait = self.graph.waits.get(t.address)
        if wait:
            return [("waits in %s() for %s" %
                     (wait.call, self.name(wait.object)), wait.object)]
        where = self.workers.running(t) if self.workers else ""
        return [("runs%s" % where if where else "has not returned", None)]

    def does(self, t):
        """What a task does: [(words, GUID of what it waits for, or None)], at
        least one."""
        found = []
        if t.state == task.WAITING:
            found = self.slots(t)
        elif t.state == task.ACQUIRING:
            found = [("waits until it can have " + h.db.text, h.db)
                     for h in t.lacks()[:MOST_SLOTS]]
        elif t.state == task.READY:
            found = [("is ready, and has not started", None)]
        elif t.state == task.RUNNING:
            found = self._running(t)
        elif t.state == task.ENDING:
            found = self._ending(t)
        return found or [("has not started", None)]

    def line(self, t):
        """All of that in one."""
        try:
            return "%s %s" % (self.task(t),
                              "; it ".join(w for w, _ in self.does(t)))
        except Bad as why:
            return "%s cannot be read: %s" % (self.task(t), why)

    # -- Who waits for it ---------------------------------------------------

    def waiters(self, found):
        """'; task ... waits for it in slot 0, and 3 more do'"""
        if not found:
            return ""
        t, g, where = found[0]
        said = "; %s waits for it%s" % (
            self.task(t) if t else self.name(g),
            " " + where if where else "")
        if len(found) > 1:
            more = len(found) - 1
            said += ", and %d more %s" % (more, "does" if more == 1 else "do")
        return said

    def wanters(self, block):
        """The same of a block."""
        found = []
        for w in block.queue():
            found.append((self.graph.task_by.get(w.edt.key), w.edt, ""))
        return found
