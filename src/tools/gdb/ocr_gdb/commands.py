# SPDX-License-Identifier: BSD-3-Clause
"""The commands that gdb gets: info ocr tasks, info ocr waiting, info ocr
workers, ocr why."""
import gdb

from . import guid
from .graph import graph
from .memory import Bad
from .node import DEAD, LIVE, NEVER, PARKED
from .waiting import Waiting
from .why import Why, gone
from .words import Words
from .worker import workers_of

MOST_TASKS = 200
MOST_BROKEN = 5


def say(line):
    gdb.write(line + "\n")


class Command(gdb.Command):
    """One whose failure is a line, and never a traceback."""

    def __init__(self, name, kind, **more):
        super().__init__(name, kind, **more)

    def invoke(self, argument, from_tty):
        try:
            self.tell(argument.strip())
        except (Bad, gdb.error) as why:
            raise gdb.GdbError("ocr: %s" % why)
        except Exception as why:
            # Whatever is half written, or was written over.
            raise gdb.GdbError("ocr: the node cannot be read: %s: %s" % (
                type(why).__name__, why))


def look():
    """The graph of the node, and words for it."""
    g = graph()
    workers = workers_of(g.node)
    return g, Words(g, workers), workers


def tell_broken(g):
    for what in g.broken[:MOST_BROKEN]:
        say("  cannot be read: " + what)
    if g.broken[MOST_BROKEN:]:
        say("  and %d more that cannot be read" %
            len(g.broken[MOST_BROKEN:]))


def node_line(g):
    return "node %d of %d" % (g.node.self, g.node.size)


def is_all(argument):
    """'all' in front, and the rest."""
    words = argument.split(None, 1)
    if words[:1] == ["all"]:
        return True, words[1] if words[1:] else ""
    return False, argument


class Tasks(Command):
    """Tasks of this node, and what each does or waits for.
Usage: info ocr tasks [all] [NAME]
NAME: those whose function has this in its name.  all: more than 200 of them."""

    def tell(self, argument):
        all, name = is_all(argument)
        g, words, _ = look()
        found = [t for t in g.tasks
                 if not t.is_runtimes and name in t.function]
        say("%s: %d task%s" % (node_line(g), len(found),
                               "" if len(found) == 1 else "s"))
        most = len(found) if all else MOST_TASKS
        for t in found[:most]:
            say("  " + words.line(t))
        if found[most:]:
            say("  and %d more tasks (info ocr tasks all)" %
                len(found[most:]))
        tell_broken(g)


class WaitingCommand(Command):
    """What waits on this node, and for what, as the stuck report says it.
Usage: info ocr waiting [all]
all: each task, where otherwise those that wait alike are counted."""

    def tell(self, argument):
        all, _ = is_all(argument)
        g, words, _ = look()
        say("%s:" % node_line(g))
        if not Waiting(g, words, say, all).tell():
            say("  nothing waits")
        tell_broken(g)


class WorkersCommand(Command):
    """What each thread of this node that runs tasks does now.
Usage: info ocr workers"""

    def tell(self, argument):
        g, words, workers = look()
        if not workers:
            raise Bad("the workers of the node cannot be read")
        say("%s: %d worker%s" % (node_line(g), workers.n,
                                 "" if workers.n == 1 else "s"))
        for line in workers.lines(words):
            say("  " + line)
        tell_broken(g)


class WhyCommand(Command):
    """Why a task does not run, or an event does not fire.
Usage: ocr why GUID
GUID is what messages and these commands print (0:0.256, sticky event 0:0.256,
0.3[17]), or an expression of the program: of type ocrGuid_t, or a pointer to
one."""

    def tell(self, argument):
        if not argument:
            raise Bad("of what?  ocr why 0:0.256, or ocr why EXPRESSION")
        wanted = guid.parse(argument)
        g, words, _ = look()
        if wanted:
            o = g.look_for(wanted)
            if o:
                Why(g, words, say).tell(o)
            else:
                self._absent(argument, wanted, g)
        else:
            self._expression(argument, g, words)
        tell_broken(g)

    @staticmethod
    def _absent(argument, wanted, g):
        owner = g.node.self if wanted.owner is None else wanted.owner
        if owner != g.node.self:
            raise Bad("%s lives on node %d; this process is node %d of %d" %
                      (argument, owner, g.node.self, g.node.size))
        found = None
        if not wanted.hidden and wanted.label is None:
            found, _ = g.node.find(guid.Guid(
                owner << guid.NODE_BITS | wanted.creator, wanted.lower))
        why = {NEVER: "was never created", PARKED: "was never created",
               DEAD: "is gone: it has ended, fired or was destroyed",
               LIVE: "is no task, event or data block"}
        raise Bad("%s %s" % (argument, why.get(
            found, "is no task, event or data block of node %d" % owner)))

    @staticmethod
    def _expression(argument, g, words):
        of = guid.of_value(gdb.parse_and_eval(argument))
        if not of:
            raise Bad("'%s' is no GUID" % argument)
        o = g.object(of)
        if o:
            Why(g, words, say).tell(o)
        elif of.kind in guid.EVENTS or of.kind in (guid.DB, guid.EDT):
            gone(g, of, say)
        else:
            say(of.text)


class Info(gdb.Command):
    """What an OCR program does now: tasks, waiting, workers."""


class Ocr(gdb.Command):
    """Questions about an OCR program: why."""


def register():
    Info("info ocr", gdb.COMMAND_STATUS, prefix=True)
    Tasks("info ocr tasks", gdb.COMMAND_STATUS)
    WaitingCommand("info ocr waiting", gdb.COMMAND_STATUS)
    WorkersCommand("info ocr workers", gdb.COMMAND_STATUS)
    Ocr("ocr", gdb.COMMAND_DATA, prefix=True)
    WhyCommand("ocr why", gdb.COMMAND_DATA)
