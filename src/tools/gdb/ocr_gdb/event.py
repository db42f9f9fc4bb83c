# SPDX-License-Identifier: BSD-3-Clause
"""An event of the node: whether it has fired, who waits, what it lacks."""
from . import guid, memory
from .memory import Bad

HIDDEN = 0x80000000
MOST_WAITERS = 1 << 20


class Waiter:
    """A slot of a task or of another event."""

    def __init__(self, record):
        self.dest = guid.of_record(record, "dest")
        self.slot = record.get("slot")
        mode = record.get("mode")
        # Of a task that no map knows, where it is: src/base/delivery.h.
        self.task = 0
        if mode & HIDDEN:
            self.task = (mode & ~HIDDEN) << 32 | self.slot
            self.slot = 0


class Event:
    def __init__(self, node, record):
        self.node = node
        self.record = record
        self.address = record.address
        self.guid = guid.of_cell(record, "name")
        self.is_channel = self.guid.kind == guid.CHANNEL
        self.fired = bool(record.get("fired")) and not self.is_channel
        self.n = record.get("n_waiters")

    @property
    def who(self):
        return self.guid.text

    def _channel(self):
        c = self.record.follow("channel")
        if not c:
            raise Bad("it has no queues")
        return c

    def waiters(self):
        if self.is_channel:
            return self._ring(self._channel().inside("deps"))
        if self.fired or not self.n:
            return []
        if self.n > MOST_WAITERS:
            raise Bad("%d would wait for it" % self.n)
        found = [Waiter(self.record.inside("first"))]
        rest = self.record.follow("rest") if self.n > 1 else None
        if rest:
            found += [Waiter(w)
                      for w in rest.elements("waiters", self.n - 1)]
        return found

    def _ring(self, ring):
        n, cap = ring.get("n"), ring.get("cap")
        if not n:
            return []
        layout = self.record.inside("first").layout
        if n > cap or cap > MOST_WAITERS:
            raise Bad("%d of %d would wait for it" % (n, cap))
        all = memory.many(layout, ring.get("items"), cap)
        first = ring.get("first")
        return [Waiter(all[(first + i) % cap]) for i in range(n)]

    def n_waiters(self):
        if self.is_channel:
            return self._channel().get("deps.n")
        return 0 if self.fired else self.n

    @property
    def data(self):
        """What it has fired with."""
        return guid.of_record(self.record, "data")

    @property
    def lack(self):
        """Of one that has not fired."""
        if self.guid.kind == guid.LATCH:
            return self._lacks_count(memory.signed(self.record.get("count")))
        if self.is_channel:
            c = self._channel()
            return ("has %d of the %d satisfactions (nbSat) and %d of the %d "
                    "dependences (nbDeps) that it fires with" %
                    (c.get("sats.n"), c.get("p.nb_sat"), c.get("deps.n"),
                     c.get("p.nb_deps")))
        if self.guid.is_output:
            return "waits for the end of its task"
        return "was never satisfied (ocrEventSatisfy)"

    @staticmethod
    def _lacks_count(count):
        n = abs(count)
        if not count:
            return "was neither incremented nor decremented"
        return ("fires when its count is 0, and it is %d: %d %s%s missing "
                "(ocrEventSatisfySlot, %s)" %
                (count, n, "increment" if count < 0 else "decrement",
                 " is" if n == 1 else "s are",
                 "OCR_EVENT_LATCH_INCR_SLOT" if count < 0 else
                 "OCR_EVENT_LATCH_DECR_SLOT"))

    @property
    def state(self):
        """In a few words: 'fired', 'not fired, 2 waiters'."""
        said = ["fired" if self.fired else "not fired"]
        if self.fired and not self.data.is_null:
            said[0] += " with " + self.data.text
        if self.guid.kind == guid.LATCH and not self.fired:
            said.append("count %d" %
                        memory.signed(self.record.get("count")))
        if self.is_channel:
            c = self._channel()
            said[0] = "%d satisfaction%s held" % (
                c.get("sats.n"), "" if c.get("sats.n") == 1 else "s")
        n = self.n_waiters()
        if n or not self.fired:
            said.append("%d waiter%s" % (n, "" if n == 1 else "s"))
        return ", ".join(said)
