"""What a ring of the `file` driver showed."""

import json


def frames(path):
    """All frames: each a list of pixels (red, green, blue), 0 to 255."""
    with open(path) as file:
        return [[pixel(each) for each in json.loads(line)["pixels"]] for line in file]


def pixel(text):
    return tuple(int(text[index:index + 2], 16) for index in (0, 2, 4))


def fill(frame):
    """How many pixels are clearly above the track (0.18 of the tint)."""
    return sum(1 for each in frame if max(each) > 0.4 * 255)


def is_greenish(frame):
    """The success colour, on every pixel."""
    return all(green > red and green > 60 for red, green, _ in frame)


def is_orange(frame):
    """The error colour, on every pixel: as much red as there is, green between, no blue."""
    return all(red > 200 and 100 < green < red and blue < 40 for red, green, blue in frame)
