#!/usr/bin/env python3
"""Sorts an incident log and shows the gaps between its events.

usage: timeline.py LOG

A line of the log is `HH:MM text` or `YYYY-MM-DD HH:MM text`; blank lines and lines that begin with `#` are skipped.
A line without a date belongs to the day of the line before, or to the next day when its time runs backwards by more
than twelve hours.
"""

import re
import sys
from datetime import datetime, timedelta

LINE = re.compile(r"(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{1,2}:\d{2})\s+(\S.*)")


def events(lines):
    """Yields (time, text); raises ValueError that names the line."""
    now = datetime(1970, 1, 1)
    for number, line in enumerate(lines, start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number}: no time: {line}")
        date, clock, text = match.groups()
        time = datetime.strptime(f"{date or now.date()} {clock}", "%Y-%m-%d %H:%M")
        if date is None and now - time > timedelta(hours=12):
            time += timedelta(days=1)
        now = time
        yield time, text


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as log:
            timeline = sorted(events(log), key=lambda event: event[0])
    except (OSError, ValueError) as error:
        print(f"timeline.py: {arguments[0]}: {error}", file=sys.stderr)
        return 1
    before = None
    for time, text in timeline:
        gap = "" if before is None else f"+{int((time - before).total_seconds() // 60)} min"
        print(f"{time:%H:%M}  {gap:>9}  {text}")
        before = time
    if timeline:
        total = timeline[-1][0] - timeline[0][0]
        print(f"{len(timeline)} events in {int(total.total_seconds() // 60)} minutes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
