"""Gestures from Python, by ctypes: the touches of a swipe and a tap, and what they are.

    python3 tickle.py [libtickle.so.0]
"""
import ctypes
import sys
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p


class Screen(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("width", c_double), ("height", c_double), ("pixel_width", c_uint32), ("pixel_height", c_uint32),
                ("recognition", c_int), ("exclusion", c_int), ("holds_touches", c_bool), ("most_delay", c_int64), ("explains", c_bool)]


class Contact(ctypes.Structure):
    _fields_ = [("id", c_int64), ("phase", c_int), ("tool", c_int), ("x", c_double), ("y", c_double), ("force", c_double)]


class Frame(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("time", c_int64), ("contacts", POINTER(Contact)), ("count", c_size_t),
                ("contact_size", c_size_t), ("uncertainty", c_double)]


class Event(ctypes.Structure):
    # As far as this program reads it: the library fills no more than `size`.
    _fields_ = [("size", c_size_t), ("type", c_int), ("state", c_int), ("time", c_int64), ("recognizer", c_void_p),
                ("view", c_void_p), ("recognizer_data", c_void_p), ("view_data", c_void_p), ("kind", c_char_p), ("name", c_char_p),
                ("x", c_double), ("y", c_double), ("view_x", c_double), ("view_y", c_double), ("fingers", c_int32)]


DOWN, MOVE, UP = 0, 1, 3
GESTURE, ENDED = 0, 3

library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libtickle.so.0")
# Handles are pointers: without this they would be cut to 32 bits.
for name in ("engine_new", "engine_root", "recognizer_new"):
    getattr(library, f"tickle_{name}").restype = c_void_p
library.tickle_error.restype = c_char_p


def check(status):
    if status != 0:
        raise ValueError(library.tickle_error().decode())


engine = c_void_p(library.tickle_engine_new(byref(Screen(ctypes.sizeof(Screen), 300, 200))))
for kind in (b"tap", b"swipe"):
    recognizer = c_void_p(library.tickle_recognizer_new(engine, kind, None))
    if kind == b"swipe":
        check(library.tickle_recognizer_set(recognizer, b"direction", b"any"))
    check(library.tickle_recognizer_add(recognizer, c_void_p(library.tickle_engine_root(engine))))


def feed(milliseconds, phase, x, y):
    contact = Contact(0, phase, 0, x, y, 0)
    frame = Frame(ctypes.sizeof(Frame), milliseconds * 1000, ctypes.pointer(contact), 1, ctypes.sizeof(Contact), 0)
    check(library.tickle_engine_feed(engine, byref(frame)))
    event = Event(ctypes.sizeof(Event))
    while library.tickle_engine_next(engine, byref(event)) & 1:
        if event.type == GESTURE and event.state == ENDED:
            print(f"{event.name.decode()} at {event.x:.0f}, {event.y:.0f} mm")


feed(0, DOWN, 50, 50)
feed(60, UP, 50, 50)
feed(1000, DOWN, 100, 50)
for step in range(1, 10):
    feed(1000 + 10 * step, MOVE, 100 + 5 * step, 50)
feed(1100, UP, 145, 50)
check(library.tickle_engine_free(engine))
