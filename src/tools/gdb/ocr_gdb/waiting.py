# SPDX-License-Identifier: BSD-3-Clause
"""All that waits on a node, in the order of the stuck report: first what
nobody will bring, then the tasks that wait for those."""
from . import guid, task
from .memory import Bad

MOST_LINES = 20

# What a program calls the op of a message (src/observe/verdict.c).
CALLS = {
    "OCR_MSG_SATISFY": "ocrEventSatisfy()",
    "OCR_MSG_SATISFY_EDT": "ocrAddDependence()",
    "OCR_MSG_ADD_DEP": "ocrAddDependence()",
    "OCR_MSG_SET_HINT": "ocrSetHint()",
    "OCR_MSG_ASK": "ocrGetHint()",
    "OCR_MSG_GET_TEMPLATE": "ocrEdtCreate()",
    "OCR_MSG_PARTITION": "ocrDbPartition()",
    "OCR_MSG_GET_CHUNK": "ocrFileGetChunk()",
    "OCR_MSG_DESTROY": "its destruction",
}


class Lines:
    """Tasks with the same body that wait for the same are told once."""

    def __init__(self, say, all):
        self.say, self.all = say, all
        self.at, self.order = {}, []

    def add(self, who, what, like=None):
        key = (like if like and not self.all else who), what
        if key in self.at:
            self.at[key][1] += 1
            return
        self.at[key] = ["%s %s" % (who, what), 0]
        self.order.append(key)

    def end(self, noun):
        most = len(self.order) if self.all else MOST_LINES
        for key in self.order[:most]:
            said, more = self.at[key]
            if more:
                said += "; %d more task%s like it" % (
                    more, "" if more == 1 else "s")
            self.say("  " + said)
        if self.order[most:]:
            self.say("  and %d more %s" % (len(self.order) - most, noun))
        n = len(self.order)
        self.at, self.order = {}, []
        return n


class Waiting:
    def __init__(self, graph, words, say, all):
        self.graph, self.words = graph, words
        self.lines = Lines(say, all)

    def tell(self):
        """How many lines there were."""
        return (self._tasks(True) + self._absent() + self._events() +
                self._blocks() + self._tasks(False))

    def _absent(self):
        """What calls wait for that nobody has created."""
        for g, number in self.graph.parked:
            label = (g.flags & guid.LABELED)
            said = ("is not there: nothing was created with this label, or it "
                    "is gone" if label else "was never created")
            wants = [(t, t.guid, "") for t in self.graph.tasks
                     if g.kind == guid.DB and
                     any(h.db.key == g.key for h in t.lacks())]
            call = CALLS.get(self.graph.node.message(number), "a call")
            self.lines.add(g.text, said + (
                self.words.waiters(wants) or "; %s waits for it" % call))
        return self.lines.end("objects")

    def _broken(self, what, o, why):
        self.graph.broken.append("%s at 0x%x: %s" % (what, o.address, why))

    def _tasks(self, free):
        for t in self.graph.tasks:
            if t.state in (task.READY, task.WAITING, task.ACQUIRING,
                           task.RUNNING, task.ENDING) and not t.is_runtimes:
                try:
                    self._one(t, free)
                except Bad as why:
                    self._broken("task", t, why)
        return self.lines.end("tasks")

    def _one(self, t, free):
        """free: what the task lacks is nobody else's fault."""
        if t.state == task.READY or self.graph.is_running(t):
            return
        does = [said for said, g in self.words.does(t)
                if (g is None) == free]
        # A task that has returned has nothing to lack.
        if free and t.state == task.ENDING:
            return
        if does:
            self.lines.add(self.words.task(t), "; it ".join(does), t.func)

    def _events(self):
        for e in self.graph.events:
            try:
                if e.fired or self.graph.outputs.get(e.guid.key):
                    continue
                found = self.graph.waiters_of(e)
                if found and not self.graph.feeds_of(e):
                    self.lines.add(self.words.name(e.guid),
                                   e.lack + self.words.waiters(found))
            except Bad as why:
                self._broken("event", e, why)
        return self.lines.end("events")

    def _blocks(self):
        for b in self.graph.blocks:
            try:
                if b.queue():
                    self.lines.add(
                        b.guid.text, b.lack +
                        self.words.waiters(self.words.wanters(b)))
            except Bad as why:
                self._broken("block", b, why)
        return self.lines.end("blocks")
