# SPDX-License-Identifier: BSD-3-Clause
"""The threads of a node, and what each does now."""
import gdb

from . import memory, node
from .memory import Bad

# src/sched/idle.c
AWAKE, ON_FUTEX, ON_FABRIC = range(3)
HEAD_BITS = 8  # of a deque's top: src/sched/deque.h
MOST = 1 << 16


class Worker:
    def __init__(self, record, thread):
        self.record = record
        self.id = record.get("id")
        self.task = record.get("task")
        self.asleep = record.get("asleep")
        self.thread = thread

    @property
    def ready(self):
        """Tasks in its deque, and the heir."""
        bottom = memory.signed(self.record.get("deque.bottom"))
        top = self.record.get("deque.top") >> HEAD_BITS
        return max(0, bottom - top) + (1 if self.record.get("heir") else 0)

    @property
    def at(self):
        """' (thread 2)', if that is known."""
        return " (thread %d)" % self.thread.num if self.thread else ""


class Workers:
    def __init__(self, of):
        sched = of.rt.follow("sched")
        n = sched.get("n_slots")
        if n > MOST:
            raise Bad("the node would have %d workers" % n)
        threads = node.selves()
        self.n = sched.get("n_workers")
        self.has_network = bool(of.rt.get("fabric"))
        self.progress = sched.get("progress")
        self.injected = sched.get("n_injected")
        self.ranked = sched.get("ranked.n_all")
        self.closed = sched.get("gate.closed")
        self.all = [Worker(r, threads.get(r.address))
                    for r in sched.pointed("workers", n)]
        self.by_task = {w.task: w for w in self.all if w.task}

    def is_guests(self, t):
        w = self.by_task.get(t.address)
        return bool(w) and w.id > self.n

    def running(self, t):
        """' on worker 2 (thread 3)', or ''."""
        w = self.by_task.get(t.address)
        return " on worker %d%s" % (w.id, w.at) if w else ""

    def lines(self, words):
        for w in self.all:
            if w.id == self.n and not self.has_network:
                continue
            yield "%s%s %s" % (self._name(w), w.at, self._does(w, words))
        for n, what in ((self.injected, "that any worker takes next"),
                        (self.ranked, "with a priority")):
            if n:
                yield "%d ready task%s %s" % (n, "" if n == 1 else "s", what)
        if self.closed:
            yield "the node is paused (ocrPause)"

    def _name(self, w):
        if w.id < self.n:
            return "worker %d" % w.id
        return "progress thread" if w.id == self.n else "guest"

    def _does(self, w, words):
        if w.id == self.n:
            return "sleeps" if self.progress else "looks at the network"
        t = words.graph.task_at.get(w.task) if w.task else None
        if w.id > self.n:
            said = "runs main()"
        elif t:
            said = "runs " + words.task(t)
        elif w.task:
            said = "runs what should be a task at 0x%x" % w.task
        elif w.asleep == ON_FABRIC:
            said = "sleeps on the network"
        elif w.asleep:
            said = "sleeps"
        else:
            said = "looks for work"
        parked = w.record.get("n_parked")
        if parked:
            said += "; %d bod%s put aside" % (
                parked, "y that waits is" if parked == 1 else
                "ies that wait are")
        if w.ready:
            said += "; %d ready task%s" % (w.ready,
                                           "" if w.ready == 1 else "s")
        return said


def workers_of(of):
    """None, if they cannot be read."""
    try:
        return Workers(of)
    except (Bad, gdb.error):
        return None
