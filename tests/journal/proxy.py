"""A way to a server that is cut after so many packets, as networks of conventions are."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread


class Proxy:
    """Passes packets on to a port of this machine while `left` allows, each way one at a time.

    Then it cuts what is open; `for_good` it takes nothing more either.
    """

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._lock = Lock()
        self._open: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self.left = 0
        self.for_good = False
        self.passed = 0
        Thread(target=self._listen, daemon=True).start()

    def allow(self, packets: int, *, for_good: bool = False) -> None:
        """Cut what is open, and begin to count anew."""
        self._cut()
        self.left, self.for_good, self.passed = packets, for_good, 0

    def close(self) -> None:
        """Listen no more."""
        self._door.close()
        self._cut()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                ours, _ = self._door.accept()
                if self.for_good and self.left <= 0:
                    ours.close()
                    continue
                server = socket.create_connection(self._to)
                with self._lock:
                    self._open += [ours, server]
                for ends in ((ours, server), (server, ours)):
                    Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                with self._lock:
                    self.left -= 1
                    self.passed += 1
                    is_over = self.left == 0 or (self.left < 0 and self.for_good)
                if is_over:
                    self._cut()
                    return
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _cut(self) -> None:
        with self._lock:
            ends, self._open = self._open, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def cutting(port: int) -> Iterator[Proxy]:
    """A proxy before a port; nothing is passed on until it is allowed."""
    proxy = Proxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
