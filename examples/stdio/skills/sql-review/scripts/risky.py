#!/usr/bin/env python3
"""Finds statements in SQL files that are dangerous by their form.

usage: risky.py FILE...

Prints `file:line: reason` for each finding. Exits 1 when there was one, 2 on a usage or read error.
"""

import re
import sys

RULES = [
    (r"\bcreate\s+(unique\s+)?index\s+(?!concurrently\b)", "index built without `concurrently`: writes wait"),
    (r"\bdrop\s+index\s+(?!concurrently\b)", "index dropped without `concurrently`"),
    (r"\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b", "column type changed: usually rewrites the table"),
    (r"\bset\s+not\s+null\b", "`set not null` scans the table under an exclusive lock"),
    (r"\bforeign\s+key\b(?!.*\bnot\s+valid\b)", "foreign key added without `not valid`"),
    (r"\bdrop\s+(column|table)\b", "data dropped: is the code that reads it gone in production?"),
    (r"\b(vacuum\s+full|cluster)\b", "rewrites the table under an exclusive lock"),
    (r"^\s*(update|delete\s+from)\b(?!.*\bwhere\b)", "changes every row: no `where`"),
]


def blank(match):
    """Replaces a match by blanks of the same shape, so that line numbers stay true."""
    return re.sub(r"[^\n]", " ", match.group())


def statements(sql):
    """Yields (line, text) of each statement, comments and string literals blanked."""
    sql = re.sub(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'", blank, sql, flags=re.DOTALL)
    start = 0
    for end in [m.end() for m in re.finditer(";", sql)] + [len(sql)]:
        text = sql[start:end]
        if text.strip():
            lead = len(text) - len(text.lstrip())
            yield sql.count("\n", 0, start + lead) + 1, text.strip()
        start = end


def main(paths):
    if not paths:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    found = False
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                sql = file.read()
        except (OSError, UnicodeDecodeError) as error:
            print(f"risky.py: {path}: {error}", file=sys.stderr)
            return 2
        for line, text in statements(sql):
            for pattern, reason in RULES:
                if re.search(pattern, text, re.IGNORECASE | re.DOTALL):
                    print(f"{path}:{line}: {reason}")
                    found = True
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
