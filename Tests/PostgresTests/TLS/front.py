"""A TLS front for a PostgreSQL server that has no TLS itself: prints its port, then takes connections until its input
ends.

usage: front.py CERTIFICATE KEY SOCKET
"""
import os
import select
import socket
import ssl
import sys
import threading

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])


def pass_on(secure, server):
    """Passes bytes on in both directions, on one thread: a TLS connection must not be used by two."""
    while True:
        ready = [secure] if secure.pending() else select.select([secure, server], [], [])[0]
        for source, destination in ((secure, server), (server, secure)):
            if source in ready:
                piece = source.recv(65536)
                if not piece:
                    return
                destination.sendall(piece)


def serve(client):
    # SSLRequest: its length, 8, and 80877103 ("Message Formats" in PostgreSQL's manual).
    while (request := client.recv(8, socket.MSG_WAITALL)) != b"\0\0\0\x08\x04\xd2\x16\x2f":
        if len(request) < 8:
            return client.close()
        client.sendall(b"N")
    client.sendall(b"S")
    try:
        secure = context.wrap_socket(client, server_side=True)
    except OSError:
        return client.close()
    server = socket.socket(socket.AF_UNIX)
    server.connect(sys.argv[3])
    try:
        pass_on(secure, server)
    except OSError:
        pass
    secure.close()
    server.close()


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
