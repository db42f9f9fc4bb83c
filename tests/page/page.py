# SPDX-License-Identifier: BSD-3-Clause
"""page.py BROWSER FOLDER SMALL.html BIG.html LINKS EACH [PICTURE]

The page of ocrtrace is used as people do: clicks, wheel, search.  SMALL is of
`traced 40 100`, BIG of `traced LINKS 100 EACH`.  Prints what failed, or how long
BIG took.
"""
import re
import sys

from browser import Browser

bad = []


def check(what, is_right, seen=''):
    print(('ok      ' if is_right else 'FAILED  ') + what,
          '' if is_right else repr(seen)[:500])
    if not is_right:
        bad.append(what)


def where(b):
    """Nanoseconds from and to that are in the view."""
    return b.value('[t0, t1]')


def place_of(b, task):
    """In the window, of the middle of a task's box."""
    return b.value(f'''(() => {{ const r = canvas.getBoundingClientRect();
        return [r.left + (x_of(run[{task}]) + x_of(end[{task}])) / 2,
            r.top + y_of(lane_of({task})) + rowHeight / 2]; }})()''')


def reds(b):
    """How many dots of the critical path's colour."""
    return b.value('''(() => { const p = ctx.getImageData(0, 0, canvas.width,
        canvas.height).data; let n = 0;
        for (let i = 0; i < p.length; i += 4)
            n += p[i] === 204 && p[i + 1] === 0 && p[i + 2] === 0;
        return n; })()''')


# Of all tasks in view, those in whose column and row there is nothing.
LOST = '''(() => { let lost = 0;
    const dpr = window.devicePixelRatio || 1;
    DATA.lanes.forEach((l, lane) => {
        const row = ctx.getImageData(0, (y_of(lane) + rowHeight - 5) * dpr,
            canvas.width, 1).data;
        for (let i = l.first; i < l.first + l.n; i++) {
            const x = Math.floor(x_of(run[i])) * dpr;
            if (x < LEFT * dpr || x + 1 >= canvas.width) continue;
            /* White, or nothing at all; of that column or the next. */
            if (!row[4 * x + 3] && !row[4 * (x + 1) + 3]) lost++;
        }
    });
    return lost; })()'''


def check_whole(b, tasks, path):
    title = b.text('#title')
    check('the title has the program and its tasks',
          title.startswith(f'traced: {tasks} tasks in '), title)
    check('each function has a row',
          b.value('document.querySelectorAll("#functions tr").length') == 4)
    check('the critical path has its length',
          b.value('path.length') == path, b.value('path.length'))
    check('the numbers of each task fit each other', b.value(WRONG) == 0,
          b.value(WRONG))
    check('no task is lost in the whole run', b.value(LOST) == 0,
          b.value(LOST))


# Tasks whose numbers contradict each other.
WRONG = '''(() => { let wrong = 0;
    for (let i = 0; i < N; i++) {
        const l = DATA.lanes[lane_of(i)], c = cause[i];
        wrong += !(run[i] >= 0 && end[i] >= run[i] && end[i] <= DATA.end_ns &&
            ready[i] <= run[i] && created[i] <= run[i] && fed[i] <= run[i] &&
            func[i] < DATA.names.length &&
            (i === l.first || run[i] >= end[i - 1]) &&
            (c === NONE ? DATA.names[func[i]] === "mainEdt" :
                c < N && asked[i] >= run[c] && asked[i] <= run[i]));
    }
    return wrong; })()'''


def check_search(b, text, name):
    b.value('document.getElementById("search").value = ""')
    b.click_on('#search')
    b.type(text)
    b.enter()
    check(f'a search for {text} finds {name}',
          'function' + name in b.text('#task'), b.text('#task'))


def check_why(b):
    """A task says what it waited for, and leads there."""
    check_search(b, 'around', 'around_edt')
    check('it says why it ran when it ran',
          b.text('#why').startswith('Why then: '), b.text('#why'))
    check('and what it waited for last',
          b.text('#cause').startswith('mainEdt, which asked at '),
          b.text('#cause'))
    spans = re.findall(r'(waited for inputs|fetched blocks|waited for a worker'
                       r'|ran)[0-9.]+ [mun]?s', b.text('#task'))
    check('and how long for what', len(spans) == 4, b.text('#task'))
    b.click_on('#cause')
    check('the link leads to the cause',
          'functionmainEdt' in b.text('#task'), b.text('#task'))
    check('which is in the view', b.value(
        't0 <= run[chosen] && run[chosen] <= t1'))
    b.click_on('#next')
    check('and what ran before is told where something did',
          b.value('before(chosen) === NONE || '
                  '!!document.getElementById("before")'))


def check_nothing_found(b):
    b.value('document.getElementById("search").value = ""')
    b.click_on('#search')
    b.type('nobody')
    b.enter()
    check('what is not there is told',
          b.text('#task') == 'There is no "nobody".', b.text('#task'))


def check_path(b):
    b.click_on('#all')
    b.value('choose(NONE)')
    before = reds(b)
    b.click_on('#path')
    check('the critical path is drawn when asked for',
          before == 0 and reds(b) > 100, (before, reds(b)))
    b.click_on('#path')
    check('and goes again', reds(b) == 0, reds(b))


def check_zoom(b):
    """By the wheel to one task, which is clicked on."""
    b.click_on('#all')
    whole = where(b)
    # The shortest of the first: one that was put off by others may be as wide
    # as that at once, and one at the end of the run has the last dot of the
    # view, beside which the canvas ends.
    task = b.value('''(() => {
        let best = -1, seen = 0;
        for (let i = 0; i < func.length && seen < 20; i++) {
            if (DATA.names[func[i]] !== "link_edt" || end[i] <= run[i])
                continue;
            seen++;
            if (best < 0 || end[i] - run[i] < end[best] - run[best])
                best = i;
        }
        return best; })()''')
    steps = 0
    while b.value(f'x_of(end[{task}]) - x_of(run[{task}])') < 60:
        b.wheel(*place_of(b, task), -400)
        steps += 1
        if steps > 100:
            break
    check('the wheel zooms to one task', 0 < steps <= 100, steps)
    check('no task is lost there', b.value(LOST) == 0, b.value(LOST))
    b.click(*place_of(b, task))
    check('a click chooses it', b.value('chosen') == task,
          (b.value('chosen'), task))
    check('and tells of it', 'functionlink_edt' in b.text('#task'))
    x, y = place_of(b, task)
    seen = where(b)
    # Within the canvas.
    by = -200 if x > 500 else 200
    b.drag(x, y, x + by)
    moved = where(b)
    check('dragging moves the view',
          (moved[0] - seen[0]) * by < 0 and
          abs((moved[1] - moved[0]) - (seen[1] - seen[0])) < 1, (seen, moved))
    check('and chooses nothing', b.value('chosen') == task)
    b.click_on('#all')
    check('the whole run comes back', where(b) == whole, where(b))


def check_functions(b):
    b.click_on('#functions tr')
    check('a click fades a function', b.value('off.size') == 1)
    b.click_on('#functions tr')
    check('and one more brings it back', b.value('off.size') == 0)


def check_small(b, page):
    b.open(page)
    check_whole(b, 142, 43)
    check_why(b)
    check_search(b, 'link', 'link_edt')
    check_nothing_found(b)
    check_path(b)
    check_zoom(b)
    check_functions(b)


def check_big(b, page, links, each):
    seconds = b.open(page)
    tasks = 2 + 100 + links + (links - 1) * each
    check_whole(b, tasks, 2 * links + 2)
    check_search(b, 'around', 'around_edt')
    check_path(b)
    check_zoom(b)
    draws = b.value('(() => { const t = performance.now(); '
                    'for (let i = 0; i < 10; i++) draw(); '
                    'return (performance.now() - t) / 10; })()')
    print(f'{tasks} tasks: opened in {seconds:.1f} s, '
          f'drawn in {draws:.0f} ms')


def main():
    program, folder, small, big, links, each = sys.argv[1:7]
    b = Browser(program, folder)
    try:
        check_small(b, small)
        if len(sys.argv) > 7:
            b.picture(sys.argv[7])
        check_big(b, big, int(links), int(each))
        check('the pages complain of nothing', not b.complaints(),
              b.complaints())
        b.close()
    finally:
        b.process.kill()
        b.process.wait()
    print(f'{len(bad)} wrong')
    sys.exit(bool(bad))


main()
