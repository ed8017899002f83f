"""A simple server of static files for a test: no special headers, below a path."""

import contextlib
import functools
import http.server
import threading
from pathlib import Path

FOLDER = "/some/folder/"


class StaticServer:
    """Serves a folder. A test can make it lose a file, change one, send it as plain text, break off
    a download, or delay files until the test releases them."""

    def __init__(self, files: Path) -> None:
        self.files = files
        self.missing, self.changed, self.broken_off, self.plain = set(), set(), set(), set()
        self.held, self.go_on = set(), threading.Event()
        self.sent = []
        handler = functools.partial(_Handler, self)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}{FOLDER}"

    def stop(self) -> None:
        """Stop the server; a second call has no effect."""
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextlib.contextmanager
def static_server(files):
    server = StaticServer(files)
    try:
        yield server
    finally:
        server.stop()


class _Handler(http.server.SimpleHTTPRequestHandler):
    # Some servers have no media type for WebAssembly.
    extensions_map = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}  # noqa: RUF012

    def __init__(self, server, *args):
        self.test = server
        super().__init__(*args, directory=str(server.files))

    def do_GET(self):
        path = self.path.split("?")[0].removeprefix(FOLDER)
        content = self.file(path)
        if not self.path.startswith(FOLDER) or path in self.test.missing or content is None:
            self.send_error(404)
            return
        if path in self.test.held:
            self.test.go_on.wait()  # at the latest until `stop`
        self.test.sent.append(path)
        self.send_response(200)
        kind = "text/plain" if path in self.test.plain else self.guess_type(path or "index.html")
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        cut = len(content) // 2 if path in self.test.broken_off else len(content)
        if self.command == "GET":
            with contextlib.suppress(ConnectionError):  # the client has closed the connection
                self.wfile.write(content[:cut])

    def do_HEAD(self):
        self.do_GET()

    def file(self, path):
        place = self.test.files / (path or "index.html")
        if not place.is_file():
            return None
        content = place.read_bytes()
        return content + b"\n" if path in self.test.changed else content

    def log_message(self, *args):
        pass
