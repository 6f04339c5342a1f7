"""Drives Chromium over the DevTools protocol, by pipes, with nothing but Python."""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import tempfile
import time

KEYS = {
    "Enter": (13, "\r"), "Escape": (27, None), "Tab": (9, None), "ArrowDown": (40, None), "ArrowUp": (38, None),
    "/": (191, "/"),
}


class Failure(Exception):
    """The browser did not do what it was told, or a page did not become what was waited for."""


class Browser:
    def __init__(self):
        if not shutil.which("chromium"):
            raise Failure("there is no chromium: apt-get install chromium")
        self.profile = tempfile.mkdtemp(prefix="rag-page-")
        here_in, there_out = os.pipe()
        there_in, here_out = os.pipe()
        # Far from 3 and 4, which Chromium reads and writes.
        theirs = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in (there_in, there_out)]
        command = [
            shutil.which("chromium"), "--headless=new", "--remote-debugging-pipe", "--no-first-run",
            "--disable-gpu", "--disable-extensions", "--disable-component-update", "--hide-scrollbars", "--lang=en-GB",
            f"--user-data-dir={self.profile}", "about:blank",
        ]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        quiet = [(os.POSIX_SPAWN_OPEN, output, os.devnull, os.O_WRONLY, 0) for output in (1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, theirs[0], 3), (os.POSIX_SPAWN_DUP2, theirs[1], 4)]
        self.process = os.posix_spawn(command[0], command, os.environ, file_actions=quiet + pipes)
        for end in (there_in, there_out, *theirs):
            os.close(end)
        self.inbox, self.outbox = here_in, here_out
        self.buffer = b""
        self.number = 0
        self.replies = {}
        self.tabs = {}

    def send(self, method, parameters=None, session=None, seconds=60):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.outbox, data):]
        end = time.monotonic() + seconds
        while number not in self.replies:
            if time.monotonic() > end:
                raise Failure(f"no reply to {method} within {seconds} s")
            self.read(0.1)
        reply = self.replies.pop(number)
        if "error" in reply:
            raise Failure(f"{method}: {reply['error'].get('message')}")
        return reply["result"]

    def read(self, seconds):
        """Takes in what the browser says within a time."""
        if not select.select([self.inbox], [], [], seconds)[0]:
            return
        data = os.read(self.inbox, 1 << 20)
        if not data:
            raise Failure("Chromium has ended")
        self.buffer += data
        *messages, self.buffer = self.buffer.split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.replies[message["id"]] = message
            elif message.get("sessionId") in self.tabs:
                self.tabs[message["sessionId"]].happened(message["method"], message["params"])

    def tab(self, **options):
        return Tab(self, **options)

    def close(self):
        try:
            self.send("Browser.close", seconds=5)
        except (Failure, OSError):
            pass
        end = time.monotonic() + 10
        while os.waitpid(self.process, os.WNOHANG)[0] == 0:
            if time.monotonic() > end:
                os.kill(self.process, signal.SIGKILL)
            time.sleep(0.05)
        shutil.rmtree(self.profile, ignore_errors=True)


class Tab:
    """A page that shares nothing with others, and what happened in it."""

    def __init__(self, browser, width=1280, height=860, dark=False, scripts=True, beside=None):
        self.browser = browser
        self.events = []
        self.dialogs = []
        self.replacement = None
        self.scripts = scripts
        # Beside another tab, it shares what the browser keeps.
        context = beside.context if beside else browser.send("Target.createBrowserContext")["browserContextId"]
        self.context = context
        target = browser.send("Target.createTarget", {"url": "about:blank", "browserContextId": context})["targetId"]
        self.target = target
        self.session = browser.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        browser.tabs[self.session] = self
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility", "DOM"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.scheme(dark)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)

    def call(self, method, **parameters):
        return self.browser.send(method, parameters, self.session)

    def happened(self, method, parameters):
        if method.startswith("DOM.") or method.startswith("Accessibility."):
            return
        self.events.append((method, parameters))
        if method == "Page.javascriptDialogOpening":
            self.dialogs.append(parameters["message"])
            self.post("Page.handleJavaScriptDialog", accept=False)
        if method == "Fetch.requestPaused":
            status, headers, body = self.replacement(parameters["request"])
            self.post(
                "Fetch.fulfillRequest", requestId=parameters["requestId"], responseCode=status,
                responseHeaders=[{"name": name, "value": value} for name, value in headers.items()],
                body=base64.b64encode(body.encode()).decode())

    def post(self, method, **parameters):
        """Sends a command without waiting for the reply."""
        self.browser.number += 1
        message = {"id": self.browser.number, "method": method, "params": parameters, "sessionId": self.session}
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.browser.outbox, data):]

    def resize(self, width, height=860):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, dark):
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def open(self, url):
        seen = len(self.events)
        self.call("Page.navigate", url=url)
        self.until(lambda: any(method == "Page.loadEventFired" for method, _ in self.events[seen:]), f"load of {url}")

    def until(self, condition, what, seconds=20):
        end = time.monotonic() + seconds
        while not (value := condition()):
            if time.monotonic() > end:
                raise Failure(f"waited {seconds} s for {what}")
            self.browser.read(0.03)
        return value

    def value(self, expression):
        """What a script gives, run by the debugger and not by the page."""
        reply = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in reply:
            raise Failure(f"{expression[:80]}: {reply['exceptionDetails']}")
        return reply["result"].get("value")

    def wait(self, expression, seconds=20):
        return self.until(lambda: self.value(expression), expression, seconds)

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.browser.read(0.05)

    def key(self, name, shift=False):
        code, text = KEYS[name]
        event = {"key": name, "windowsVirtualKeyCode": code, "code": name, "modifiers": 8 if shift else 0}
        typed = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **event, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def click(self, selector):
        """Clicks the middle of an element, once it stays where it is and nothing is above it."""
        places = []

        def place():
            self.pause(0.04)
            places.append(self.value(f"""(() => {{
                const element = document.querySelector({json.dumps(selector)});
                element?.scrollIntoView({{block: "center"}});
                const box = element?.getClientRects()[0];
                const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [-1, -1];
                return element?.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
            }})()"""))
            return places[-1] if len(places) > 1 and places[-1] == places[-2] else None

        place = self.until(place, f"{selector} to click", 10)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def replace(self, pattern, reply):
        """Answers requests in the server's place; `reply` gives status, headers and body, `None` ends it."""
        self.replacement = reply
        if reply:
            self.call("Fetch.enable", patterns=[{"urlPattern": pattern}])
        else:
            self.call("Fetch.disable")

    def requests(self, path, since=0):
        return [
            parameters for method, parameters in self.events[since:]
            if method == "Network.requestWillBeSent" and path in parameters["request"]["url"]]

    def body(self, request):
        """The body of the response to a request, once it is whole."""
        number = request["requestId"]
        self.until(lambda: any(
            method in ("Network.loadingFinished", "Network.loadingFailed") and parameters["requestId"] == number
            for method, parameters in self.events), "the end of a response", 120)
        reply = self.call("Network.getResponseBody", requestId=number)
        return base64.b64decode(reply["body"]).decode() if reply["base64Encoded"] else reply["body"]

    def shot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def troubles(self, expected=()):
        """Errors, warnings, dialogs, and violations of the policy, apart from failed requests that are expected."""
        found = [f"dialog: {message}" for message in self.dialogs]
        for method, parameters in self.events:
            if method == "Runtime.exceptionThrown":
                found.append(f"exception: {parameters['exceptionDetails']}"[:300])
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(f"console: {parameters['args']}"[:300])
            elif method == "Log.entryAdded":
                entry = parameters["entry"]
                is_expected = entry["source"] == "network" and any(path in entry.get("url", "") for path in expected)
                if entry["level"] in ("warning", "error") and not is_expected:
                    found.append(f"{entry['level']}: {entry['text']} {entry.get('url', '')}"[:300])
        return found

    def hosts(self):
        """The addresses that were asked for, without their paths."""
        return {
            "/".join(parameters["request"]["url"].split("/")[:3]) for method, parameters in self.events
            if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith("data:")}

    def close(self):
        self.browser.send("Target.closeTarget", {"targetId": self.target})
