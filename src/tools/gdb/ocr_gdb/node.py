# SPDX-License-Identifier: BSD-3-Clause
"""The node that a process is, and the objects that live on it.

Knows where the runtime keeps them; does not know what they wait for.
"""
import re

import gdb

from . import guid, memory
from .memory import Bad

SLAB_OBJECTS = 128  # src/base/pool.c
CHUNK_BITS = 8  # guidmap/guid_counter.h
POINTER = ((1 << 48) - 1) & ~3  # of a slot: guidmap/guidmap.c
NEVER, PARKED, LIVE, DEAD = range(4)

IN_SECTION = re.compile(r"^(.*?)(?: \+ (\d+))? in section ")


def _variable():
    """$ocr_runtime, for a process that is several nodes."""
    try:
        value = gdb.parse_and_eval("$ocr_runtime")
    except gdb.error:
        return 0
    return 0 if value.type.code == gdb.TYPE_CODE_VOID else int(value)


def _static(objfile, name):
    """Of src/boot/exit.c, where no other file has one of that name.  Of a library
    that was optimised as a whole gdb has two: that file's, without a place, and
    one with a place and the name of another file."""
    found = [objfile.lookup_static_symbol(name)]
    if hasattr(gdb, "lookup_static_symbols"):
        found += gdb.lookup_static_symbols(name)
    found = [s for s in found if s and s.symtab and s.symtab.objfile == objfile]
    if not any(s.symtab.filename.endswith("src/boot/exit.c") for s in found):
        return None
    found.sort(key=lambda s: s.value().is_optimized_out)
    return found[0]


def _running():
    """What src/boot/exit.c knows; 0: no node runs.  None: it does not say."""
    for objfile in gdb.objfiles():
        symbol = _static(objfile, "running")
        if not symbol:
            continue
        try:
            taken = _static(objfile, "taken")
            at = int(symbol.value())
            if taken and at == int(taken.value().address):
                return None
            return at
        except gdb.error:
            # The program has not begun.
            return 0
    return None


def selves():
    """By thread of gdb, the worker that it is, as an address."""
    found = {}
    symbol = gdb.lookup_global_symbol("ocr_self")
    now = gdb.selected_thread()
    if not symbol or not now:
        return found
    try:
        frame = gdb.selected_frame()
    except gdb.error:
        frame = None
    for thread in gdb.selected_inferior().threads():
        try:
            thread.switch()
            worker = int(symbol.value())
        except gdb.error:
            # It runs, or gdb cannot find the thread's own variables.
            continue
        if worker:
            found[worker] = thread
    now.switch()
    if frame and frame.is_valid():
        frame.select()
    return found


def _find(layouts):
    at = _variable() or _running()
    if at is None:
        worker = layouts.named("struct ocr_worker")
        for address in selves():
            return memory.Record(worker, address).get("rt")
    return at


class Node:
    """Of one command: what it has read once it does not read again."""

    def __init__(self):
        if not gdb.selected_inferior().pid:
            raise Bad("no program runs here, and there is no core file")
        self.layouts = memory.Layouts()
        kind = self.layouts.named("struct ocr_runtime")
        at = _find(self.layouts)
        if not at:
            raise Bad("no OCR node runs in this process, or not yet")
        self.rt = memory.Record(kind, at)
        self.self = self.rt.get("self")
        self.size = self.rt.get("size")
        if not self.size or self.self >= self.size:
            raise Bad("what should be the node at 0x%x is none: node %d of %d"
                      % (at, self.self, self.size))
        self.functions = {}

    # -- Code ---------------------------------------------------------------

    def function(self, address):
        """'body', 'body+0x1c', or the address."""
        if address not in self.functions:
            try:
                said = gdb.execute("info symbol 0x%x" % address,
                                   to_string=True)
            except gdb.error:
                said = ""
            m = IN_SECTION.match(said)
            name = "0x%x" % address
            if m:
                # What the optimisation of the whole has added is no name.
                name = m[1].split(".lto_priv")[0] + ("+0x%x" % int(m[2]) if m[2] else "")
            self.functions[address] = name
        return self.functions[address]

    # -- Pools --------------------------------------------------------------

    def kind_of(self, function, argument):
        """The structure that an argument of a function of libocr points to,
        where its own name is not libocr's alone."""
        symbol = gdb.lookup_global_symbol(function)
        try:
            kind = symbol.type.fields()[argument].type
            return self.layouts.of(kind.target())
        except (AttributeError, IndexError, gdb.error):
            return self.layouts.named("struct ocr_no_such")

    def pool(self, pool, layout, name):
        """What is in use of a pool: whose GUID, at `name`, is one."""
        size, n = pool.get("size"), pool.get("n_slabs")
        if not n:
            return
        if size < layout.size or size > 1 << 16:
            raise Bad("a pool of libocr is broken: its objects have %d bytes"
                      % size)
        at = layout.find(name)[0] // 8
        for slab in memory.words(pool.get("slabs"), n):
            raw = memory.read(slab, size * SLAB_OBJECTS)
            for i in range(SLAB_OBJECTS):
                o = i * size
                if any(raw[o + at:o + at + 8]):
                    yield memory.Record(layout, slab + o,
                                        raw[o:o + layout.size])

    # -- From GUID to object ------------------------------------------------

    def find(self, g):
        """What has become of the object of g, and where it is: (state,
        address).  The address is 0 where there is none."""
        if g.owner(self.size) != self.self:
            return None, 0
        if g.is_label:
            return self._find_label(g)
        return self._find_slot(g)

    @staticmethod
    def _chunks(lane):
        """Their structure, by way of the pool: a piece of a file has the same
        name."""
        return lane.follow("pool").target("free")

    def _lane(self, g):
        cls = 1 if g.kind == guid.TEMPLATE else 0
        if g.creator >= self.size:
            return None
        m = self.rt.follow("guids")
        lane = memory.words(m.where("lanes") +
                            8 * (cls * self.size + g.creator), 1)[0]
        kind = self.layouts.named("struct ocr_lane")
        return memory.Record(kind, lane) if lane else None

    def _find_slot(self, g):
        lane = self._lane(g)
        if not lane:
            return NEVER, 0
        counter = g.lower >> 32 if g.kind == guid.TEMPLATE else g.lower
        number, index = counter >> CHUNK_BITS, counter & 0xff
        ring = lane.follow("ring")
        chunk = memory.words(ring.where("chunk") +
                             8 * (number & ring.get("mask")), 1)[0]
        if number < lane.get("base"):
            # What the window has left behind is looked for in the pools.
            return None if lane.get("stragglers.table") else DEAD, 0
        chunk = chunk and memory.Record(self._chunks(lane), chunk)
        if (not chunk or chunk.get("lane") != lane.address or
                chunk.get("number") != number):
            return (NEVER if number >= lane.get("top") else DEAD), 0
        slot = memory.words(chunk.where("slot") + 8 * index, 1)[0]
        state = slot & 3
        return state, slot & POINTER if state in (LIVE, PARKED) else 0

    def labels(self):
        """Entries of the table of labels."""
        labels = self.rt.follow("labels")
        if not labels:
            return
        n = labels.layout.find("shards")[1] // 8
        size = labels.target("shards").size
        for shard in labels.elements("shards", n // size):
            if not shard.get("cap"):
                continue
            for first in memory.words(shard.get("buckets"), shard.get("cap")):
                yield from self._entries(shard, first)

    def _entries(self, shard, first):
        kind = shard.layout.find("buckets")[2].strip_typedefs()
        kind = kind.target().target()
        layout = self.layouts.of(kind)
        entry = memory.Record(layout, first) if first else None
        yield from memory.chain(entry, "next")

    def _find_label(self, g):
        # A task and its output event share a label, but for that flag.
        mask = (1 << 48) - 1 | guid.OUTPUT << 48
        for e in self.labels():
            own = guid.of_record(e, "g")
            if (own.upper & mask, own.lower) == (g.upper & mask, g.lower):
                # EMPTY, CLAIMED, BUSY, LIVE: labeled/labels.c
                return ((LIVE, e.get("obj")) if e.get("state") >= 2
                        else (PARKED, 0))
        return NEVER, 0

    # -- Ops that came before their objects ---------------------------------

    def parked(self):
        """(node that sent it, bytes of the op) of each."""
        yield from self._parked_in_map()
        for e in self.labels():
            yield from self._ops(e.inside("ops").follow("first"))

    def _parked_in_map(self):
        m = self.rt.follow("guids")
        parked = m.inside("parked").get("now")
        # To look through the map is long, and there is seldom a reason.
        if not parked:
            return
        kind = self.layouts.named("struct ocr_lane")
        op = self.layouts.named("struct ocr_parked")
        for lane in memory.words(m.where("lanes"), 2 * self.size):
            if not lane:
                continue
            for slot in self._slots(memory.Record(kind, lane)):
                if slot & 3 == PARKED and slot & POINTER:
                    yield from self._ops(memory.Record(op, slot & POINTER))

    def _slots(self, lane):
        ring = lane.follow("ring")
        layout = self._chunks(lane)
        for chunk in memory.words(ring.where("chunk"), ring.get("mask") + 1):
            if not chunk:
                continue
            c = memory.Record(layout, chunk)
            if c.get("lane") == lane.address and c.get("life") & 0xffff:
                yield from memory.words(c.where("slot"), 1 << CHUNK_BITS)

    def _ops(self, first):
        for p in memory.chain(first, "next"):
            at = p.where("op")
            size = int.from_bytes(memory.read(at, 4), "little")
            if 8 <= size <= 16 << 20:
                yield p.get("from"), memory.read(at, min(size, 64))

    def message(self, number):
        """The name of a message in C, or None."""
        try:
            for f in gdb.lookup_type("enum ocr_msg_type").fields():
                if f.enumval == number:
                    return f.name
        except gdb.error:
            pass
        return None

    def enumerator(self, kind, name):
        try:
            for f in gdb.lookup_type(kind).fields():
                if f.name == name:
                    return f.enumval
        except gdb.error:
            pass
        return None
