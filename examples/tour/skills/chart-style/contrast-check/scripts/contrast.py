#!/usr/bin/env python3
"""Prints the WCAG 2.2 contrast ratio of two colours.

usage: contrast.py TEXT BACKGROUND

Colours are `#rrggbb` or `#rgb`. Exits 1 below 4.5, the least for normal text; 2 on a usage error.
"""

import re
import sys


def channels(colour):
    """Red, green and blue between 0 and 1."""
    match = re.fullmatch(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", colour)
    if match is None:
        raise ValueError(f"not a colour: {colour}")
    digits = match.group(1)
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]


def luminance(colour):
    """Relative luminance as WCAG 2.2 defines it."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def main(arguments):
    try:
        if len(arguments) != 2:
            raise ValueError("expected two colours")
        dark, light = sorted(luminance(colour) for colour in arguments)
    except ValueError as error:
        print(f"contrast.py: {error}\n{__doc__.strip()}", file=sys.stderr)
        return 2
    ratio = (light + 0.05) / (dark + 0.05)
    levels = [name for name, least in [("large text", 3), ("normal text", 4.5), ("enhanced", 7)] if ratio >= least]
    print(f"{ratio:.2f}:1  {', '.join(levels) or 'too low for any text'}")
    return 0 if ratio >= 4.5 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
