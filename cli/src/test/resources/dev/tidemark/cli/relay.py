# Carries bytes from whoever connects to LISTEN to TARGET and back, each of them tcp:HOST:PORT or unix:PATH. Two of them, with a
# Unix socket between, reach from one network namespace into another.
#
#   relay.py LISTEN TARGET     until it is killed
import socket
import sys
import threading


def listening(place):
    kind, where = place.split(":", 1)
    if kind == "unix":
        server = socket.socket(socket.AF_UNIX)
        server.bind(where)
        server.listen(128)
        return server
    host, port = where.rsplit(":", 1)
    return socket.create_server((host, int(port)), backlog=128)


def connected(place):
    kind, where = place.split(":", 1)
    if kind == "unix":
        client = socket.socket(socket.AF_UNIX)
        client.connect(where)
        return client
    host, port = where.rsplit(":", 1)
    return socket.create_connection((host, int(port)))


def carry(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    for end, how in ((sink, socket.SHUT_WR), (source, socket.SHUT_RD)):
        try:
            end.shutdown(how)
        except OSError:
            pass


server = listening(sys.argv[1])
while True:
    one, _ = server.accept()
    try:
        other = connected(sys.argv[2])
    except OSError:
        one.close()
        continue
    for end in (one, other):
        if end.family != socket.AF_UNIX:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=carry, args=(one, other), daemon=True).start()
    threading.Thread(target=carry, args=(other, one), daemon=True).start()
