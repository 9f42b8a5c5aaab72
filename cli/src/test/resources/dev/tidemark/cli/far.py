"""Two ends of a link over which every packet takes so long.

    far.py SECONDS END END      makes both as network devices, which may be moved into other namespaces
"""
import collections
import fcntl
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000


def end(name):
    device = os.open('/dev/net/tun', os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack('16sH', name.encode(), IFF_TUN | IFF_NO_PI))
    return device


delay = float(sys.argv[1])
ends = [end(name) for name in sys.argv[2:]]
under_way = collections.deque()
while True:
    wait = max(0, under_way[0][0] - time.monotonic()) if under_way else None
    for device in select.select(ends, [], [], wait)[0]:
        under_way.append((time.monotonic() + delay, ends[1 - ends.index(device)], os.read(device, 65536)))
    while under_way and under_way[0][0] <= time.monotonic():
        _, to, packet = under_way.popleft()
        try:
            os.write(to, packet)
        except OSError:  # it is not up yet, or no more
            pass
