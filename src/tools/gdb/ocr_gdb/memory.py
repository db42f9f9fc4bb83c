# SPDX-License-Identifier: BSD-3-Clause
"""Structures of the runtime, as they lie in a process or a core file.

Knows bytes and debug information; does not know what a structure means.
Nothing is called in the process, and nothing is written to it.  What cannot be
read, or is not there, raises Bad, whose text is for people.
"""
import gdb

# What is larger is no structure of the runtime: it was read from garbage.
MOST_BYTES = 64 << 20

STRUCTS = (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)


class Bad(Exception):
    """Something cannot be told, and why."""


def read(address, size):
    if size > MOST_BYTES:
        raise Bad("what is at 0x%x would have %d bytes" % (address, size))
    try:
        return bytes(gdb.selected_inferior().read_memory(address, size))
    except (gdb.error, OverflowError, ValueError, MemoryError):
        raise Bad("memory at 0x%x cannot be read" % address)


def words(address, n):
    """n numbers of 64 bits."""
    raw = read(address, 8 * n)
    return [int.from_bytes(raw[8 * i:8 * i + 8], "little") for i in range(n)]


def text(address, most=64):
    """A string of C, cut off behind so many bytes."""
    raw = b""
    # Byte by byte: the next one may be on a page that is not there.
    while len(raw) < most:
        byte = read(address + len(raw), 1)
        if byte == b"\0":
            break
        raw += byte
    return raw.decode("ascii", "replace")


def signed(value, bits=64):
    return value - (1 << bits) if value >> (bits - 1) else value


def is_structure(kind):
    return kind.strip_typedefs().code in STRUCTS


class Layout:
    """Where the fields of a structure are."""

    def __init__(self, layouts, kind):
        self.layouts = layouts
        self.name = kind.tag or kind.name or "a structure"
        self.size = kind.sizeof
        self.fields = {}
        self.paths = {}
        self.cuts = {}
        self._add(kind, 0)

    def _add(self, kind, at):
        for f in kind.fields():
            if f.name:
                self.fields[f.name] = (at + f.bitpos, f.bitsize, f.type)
            elif is_structure(f.type):
                self._add(f.type.strip_typedefs(), at + f.bitpos)

    def find(self, path):
        """Of a field, or of one inside of it: first bit, bits, type."""
        found = self.paths.get(path)
        if found:
            return found
        layout, at = self, 0
        for name in path.split("."):
            if layout is None or name not in layout.fields:
                raise Bad("'%s' has no field '%s': these commands are of "
                          "another version than libocr" % (self.name, path))
            first, bits, kind = layout.fields[name]
            at += first
            layout = self.layouts.of(kind) if is_structure(kind) else None
        self.paths[path] = at, bits or 8 * kind.sizeof, kind
        return self.paths[path]


    def cut(self, path):
        """How a number is cut out of the bytes: first byte, behind the last,
        shift, mask.  Thousands of objects are read by the same ones."""
        first, bits, _ = self.find(path)
        self.cuts[path] = (first // 8, (first + bits + 7) // 8, first % 8,
                           (1 << bits) - 1)
        return self.cuts[path]


class Layouts:
    """Those that one command has met: another program may have others."""

    def __init__(self):
        self.known = {}

    def of(self, kind):
        # Some have the name of a typedef alone, and few have none.
        key = kind.name or kind.strip_typedefs().tag, kind.sizeof
        layout = self.known.get(key)
        if not layout:
            layout = Layout(self, kind.strip_typedefs())
            if key[0]:
                self.known[key] = layout
        return layout

    def named(self, name):
        try:
            return self.of(gdb.lookup_type(name))
        except gdb.error:
            raise Bad("there is no debug information of libocr, which these "
                      "commands need: it was stripped, or built without -g")


class Record:
    """A structure in memory; its bytes are read once, when they are asked
    for."""

    def __init__(self, layout, address, raw=None):
        self.layout = layout
        self.address = address
        self._raw = raw

    @property
    def raw(self):
        if self._raw is None:
            self._raw = read(self.address, self.layout.size)
        return self._raw

    def get(self, path):
        """A number without a sign: an integer, a bit field, a pointer."""
        low, high, shift, mask = (self.layout.cuts.get(path) or
                                  self.layout.cut(path))
        raw = self._raw if self._raw is not None else self.raw
        return int.from_bytes(raw[low:high], "little") >> shift & mask

    def where(self, path):
        """The address of a field."""
        return self.address + self.layout.find(path)[0] // 8

    def inside(self, path):
        """A structure that is a field."""
        first, bits, kind = self.layout.find(path)
        low = first // 8
        return Record(self.layout.layouts.of(kind), self.address + low,
                      self.raw[low:low + bits // 8])

    def target(self, path):
        """What a pointer, or the elements of an array, are, as a layout."""
        kind = self.layout.find(path)[2].strip_typedefs().target()
        if is_structure(kind) and not kind.strip_typedefs().fields():
            return self.layout.layouts.named(str(kind))
        return self.layout.layouts.of(kind)

    def follow(self, path):
        """What a pointer points to; None: NULL."""
        address = self.get(path)
        return Record(self.target(path), address) if address else None

    def elements(self, path, n):
        """The first n structures of an array that is a field."""
        layout, first = self.target(path), self.where(path)
        return many(layout, first, n)

    def pointed(self, path, n):
        """The first n structures behind a pointer."""
        return many(self.target(path), self.get(path), n)


def many(layout, address, n):
    raw = read(address, n * layout.size) if n else b""
    return [Record(layout, address + i * layout.size,
                   raw[i * layout.size:(i + 1) * layout.size])
            for i in range(n)]


def chain(first, link, most=1 << 20):
    """A list that goes on at `link`; one that comes back to itself ends."""
    seen = set()
    while first and first.address not in seen and len(seen) < most:
        seen.add(first.address)
        yield first
        first = first.follow(link)
