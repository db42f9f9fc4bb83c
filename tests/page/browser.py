# SPDX-License-Identifier: BSD-3-Clause
"""browser.py - a page in Chromium without a window, by the DevTools protocol.

Commands and events are JSON between zero bytes on two pipes; nothing listens on
the network, and nothing but the page is loaded.
"""
import json
import os
import subprocess
import time

FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic',
         '--no-first-run', '--disable-background-networking',
         '--disable-component-update', '--disable-sync',
         '--disable-dev-shm-usage', '--remote-debugging-pipe',
         '--window-size=1400,800', '--js-flags=--max-old-space-size=4096']


class Browser:
    def __init__(self, program, folder):
        to_read, self.to = os.pipe()
        self.come, come_write = os.pipe()

        def set_pipes():
            a, b = os.dup(to_read), os.dup(come_write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, '--user-data-dir=' + folder, 'about:blank'],
            preexec_fn=set_pipes, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(come_write)
        self.rest = b''
        self.number = 0
        self.session = None
        self.events = []
        targets = self.call('Target.getTargets')['targetInfos']
        page = [t for t in targets if t['type'] == 'page'][0]['targetId']
        self.session = self.call('Target.attachToTarget', targetId=page,
                                 flatten=True)['sessionId']
        for domain in 'Page', 'Runtime', 'Log':
            self.call(domain + '.enable')

    def receive(self):
        while b'\0' not in self.rest:
            more = os.read(self.come, 1 << 20)
            if not more:
                raise SystemExit('the browser has ended')
            self.rest += more
        one, self.rest = self.rest.split(b'\0', 1)
        return json.loads(one)

    def call(self, method, **params):
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.to, json.dumps(message).encode() + b'\0')
        while True:
            got = self.receive()
            if got.get('id') == self.number:
                if 'error' in got:
                    raise SystemExit(f'{method}: {got["error"]}')
                return got['result']
            self.events.append(got)

    def open(self, path):
        """Returns when the page is loaded; seconds."""
        begin = time.monotonic()
        self.call('Page.navigate', url='file://' + os.path.abspath(path))
        while True:
            for e in self.events:
                if e.get('method') == 'Page.loadEventFired':
                    self.events.remove(e)
                    return time.monotonic() - begin
            self.events.append(self.receive())

    def complaints(self):
        """What went wrong in the page."""
        return [e['params'] for e in self.events
                if e.get('method') == 'Runtime.exceptionThrown' or
                e.get('method') == 'Log.entryAdded' and
                e['params']['entry']['level'] == 'error']

    def value(self, expression):
        got = self.call('Runtime.evaluate', expression=expression,
                        returnByValue=True)
        if 'exceptionDetails' in got:
            raise SystemExit(f'{expression}: {got["exceptionDetails"]}')
        return got['result'].get('value')

    def mouse(self, kind, x, y, **more):
        self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse('mouseMoved', x, y)
        for kind in 'mousePressed', 'mouseReleased':
            self.mouse(kind, x, y, button='left', clickCount=1)

    def drag(self, x, y, to_x):
        self.mouse('mousePressed', x, y, button='left', clickCount=1)
        self.mouse('mouseMoved', to_x, y, button='left', buttons=1)
        self.mouse('mouseReleased', to_x, y, button='left', clickCount=1)

    def wheel(self, x, y, by):
        self.mouse('mouseWheel', x, y, deltaX=0, deltaY=by)

    def click_on(self, selector):
        box = self.value(f'''(() => {{ const r = document.querySelector(
            {json.dumps(selector)}).getClientRects()[0];
            return [r.left + r.width / 2, r.top + r.height / 2]; }})()''')
        self.click(*box)

    def type(self, text):
        self.call('Input.insertText', text=text)

    def enter(self):
        for kind in 'keyDown', 'keyUp':
            self.call('Input.dispatchKeyEvent', type=kind, key='Enter',
                      code='Enter', windowsVirtualKeyCode=13, text='\r')

    def text(self, selector):
        return self.value('document.querySelector('
                          f'{json.dumps(selector)}).textContent')

    def picture(self, path):
        import base64
        data = self.call('Page.captureScreenshot', format='png')['data']
        with open(path, 'wb') as f:
            f.write(base64.b64decode(data))

    def close(self):
        self.call('Browser.close')
        self.process.wait(60)
