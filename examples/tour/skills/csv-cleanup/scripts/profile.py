#!/usr/bin/env python3
"""Profiles a CSV file: encoding, delimiter, rows of a wrong length, and what each column holds.

usage: profile.py FILE
"""

import csv
import io
import re
import sys
from collections import Counter

NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*([eE][+-]?\d+)?")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}")


def decode(data):
    """The text and the name of the first encoding that fits."""
    for encoding in ("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def delimiter(text):
    """The candidate that splits most of the first lines into the same number of fields."""
    lines = text.splitlines()[:50]

    def score(candidate):
        widths = Counter(len(row) for row in csv.reader(lines, delimiter=candidate))
        width, rows = widths.most_common(1)[0] if widths else (1, 0)
        return (width > 1, rows, width)

    return max(",;\t|", key=score)


def column(name, values):
    """One line about a column."""
    filled = [value.strip() for value in values if value.strip()]
    return "{:<24} empty {:>6}  distinct {:>6}  numbers {:>6}  dates {:>6}".format(
        name[:24],
        len(values) - len(filled),
        len(set(filled)),
        sum(1 for value in filled if NUMBER.fullmatch(value)),
        sum(1 for value in filled if DATE.fullmatch(value)),
    )


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            text, encoding = decode(file.read())
    except OSError as error:
        print(f"profile.py: {error}", file=sys.stderr)
        return 1
    mark = delimiter(text)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    if not rows:
        print("profile.py: no rows", file=sys.stderr)
        return 1
    header, records = rows[0], rows[1:]
    odd = [number for number, row in enumerate(records, start=2) if len(row) != len(header)]
    print(f"encoding {encoding}, delimiter {mark!r}, {len(records)} records, {len(header)} columns")
    print(f"records of a wrong length: {len(odd)}" + (f", first is record {odd[0]}" if odd else ""))
    for index, name in enumerate(header):
        print(column(name, [row[index] for row in records if index < len(row)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
