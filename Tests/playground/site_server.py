"""A web server for a folder, on this machine alone."""
import functools
import http.server
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class SiteServer:
    def __init__(self, folder):
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
