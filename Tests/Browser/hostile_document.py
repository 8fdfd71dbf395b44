"""A document that tries to run scripts and to send requests in many ways, and the requests that a browser sends."""

import pytest
from copy_site import CountingServer

HOSTILE = """<!doctype html><html><head><base href="ORIGIN/base/"><link rel=stylesheet href="ORIGIN/a.css">
<link rel=preload as=image href="ORIGIN/p.png"><link rel=prefetch href="ORIGIN/f"><link rel=dns-prefetch href="ORIGIN">
<meta http-equiv=refresh content="1;url=ORIGIN/refresh"><script src="ORIGIN/x.js"></script>
<style>@import "ORIGIN/i.css"; @font-face{font-family:x;src:url(ORIGIN/x.woff)} p{font-family:x}
body{background:url(ORIGIN/b.png)} p::before{content:url(ORIGIN/c.png)} p{cursor:url(ORIGIN/c.cur),auto}</style></head>
<body onload="fetch('ORIGIN/onload')" background="ORIGIN/old.png"><script>document.title='run';
new Image().src='ORIGIN/s.png'</script><img src="ORIGIN/i.png"><img srcset="ORIGIN/2.png 2x"><img src=x
onerror="document.title='run'"><picture><source srcset="ORIGIN/3.png"><img></picture><video src="ORIGIN/v.mp4"
poster="ORIGIN/v.png" autoplay></video><audio src="ORIGIN/a.mp3" autoplay></audio><iframe src="ORIGIN/frame"></iframe>
<iframe srcdoc="<img src='ORIGIN/srcdoc.png'>"></iframe><object data="ORIGIN/o"></object><embed src="ORIGIN/e">
<svg><image href="ORIGIN/svg.png"/><use href="ORIGIN/u.svg#a"/><script>document.title='run'</script>
<style><img src="ORIGIN/style.png" onerror="document.title='run'"></style></svg><form action="ORIGIN/form" id=f>
<input type=image src="ORIGIN/input.png"></form><script>f.submit()</script><p style="background:url('ORIGIN/p.png')">
WORDS</p></body></html>"""

# Requests of that document, one of each kind, and the refresh as the last.
SENT = {"/a.css", "/x.js", "/i.css", "/x.woff", "/b.png", "/s.png", "/i.png", "/frame", "/onload", "/refresh"}


@pytest.fixture
def control():
    """Serves the hostile document without the protection of the service, and records the requests that it sends."""
    server = CountingServer()
    # Submitting the form would end the document.
    server.document = HOSTILE.replace("ORIGIN", server.origin).replace("<script>f.submit()</script>", "")
    yield server
    server.stop()


def open_beside(browser, url):
    """Opens a page in another window, and stays in this one."""
    if browser.name == "chromium":
        browser.context.new_page().goto(url)
        return
    here = browser.client.current_window_handle
    browser.client.switch_to_window(browser.client.open(type="window", focus=False)["handle"])
    browser.client.navigate(url)
    browser.client.switch_to_window(here)
