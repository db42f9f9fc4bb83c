# SPDX-License-Identifier: BSD-3-Clause
"""shot.py BROWSER FOLDER PAGE.html OUT.png HEIGHT JAVASCRIPT

A picture of ocrtrace's page, after the page has run the JAVASCRIPT.
"""
import sys

from browser import Browser

program, folder, page, out, height, script = sys.argv[1:]
b = Browser(program, folder)
try:
    b.call('Emulation.setDeviceMetricsOverride', width=1080,
           height=int(height), deviceScaleFactor=1, mobile=False)
    b.open(page)
    b.value(script)
    b.picture(out)
    b.close()
finally:
    b.process.kill()
    b.process.wait()
