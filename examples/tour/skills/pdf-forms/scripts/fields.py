#!/usr/bin/env python3
"""Lists the form fields of a PDF, or fills them in from a JSON object.

usage: fields.py FORM.pdf
       fields.py FORM.pdf --fill DATA.json --output FILLED.pdf
"""

import argparse
import json
import sys

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError


def page_numbers(reader):
    """The first page of each field, by its full name."""
    pages = {}
    for number, page in enumerate(reader.pages, start=1):
        for annotation in page.get("/Annots") or []:
            node, parts = annotation.get_object(), []
            while node is not None:
                if "/T" in node:
                    parts.append(str(node["/T"]))
                parent = node.get("/Parent")
                node = None if parent is None else parent.get_object()
            if parts:
                pages.setdefault(".".join(reversed(parts)), number)
    return pages


def show(reader):
    pages = page_numbers(reader)
    for name, field in (reader.get_fields() or {}).items():
        allowed = field.get("/_States_") or field.get("/Opt") or []
        print(pages.get(name, "-"), field.get("/FT", "-"), name, repr(field.get("/V", "")), *allowed, sep="\t")


def fill(reader, values, output):
    unknown = sorted(set(values) - set(reader.get_fields() or {}))
    if unknown:
        raise ValueError(f"no such field: {', '.join(unknown)}")
    writer = PdfWriter(clone_from=reader)
    for page in writer.pages:
        if page.get("/Annots"):
            writer.update_page_form_field_values(page, values, auto_regenerate=False)
    with open(output, "xb") as file:
        writer.write(file)


def main():
    parser = argparse.ArgumentParser(description="List or fill in the form fields of a PDF.")
    parser.add_argument("form")
    parser.add_argument("--fill", metavar="DATA.json")
    parser.add_argument("--output", metavar="FILLED.pdf")
    arguments = parser.parse_args()
    if (arguments.fill is None) != (arguments.output is None):
        parser.error("--fill and --output belong together")
    try:
        reader = PdfReader(arguments.form)
        if arguments.fill is None:
            show(reader)
        else:
            with open(arguments.fill, encoding="utf-8") as file:
                fill(reader, json.load(file), arguments.output)
    except (OSError, ValueError, PyPdfError) as error:
        print(f"fields.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
