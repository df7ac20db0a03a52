"""FastMCP's skills client against a server: lists all skills, gets, reads and verifies each STEPth, and prints them.

`fastmcp_client.py STEP URL [EVENT_SIZE]` connects over HTTP, `fastmcp_client.py STEP COMMAND ARGUMENT...` over stdio.
"""

import asyncio
import hashlib
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from fastmcp.skills import SkillsClientExtension


async def main() -> None:
    step, target, *arguments = sys.argv[1:]
    if target.startswith("http://"):
        # By default the client takes no more than 1 MiB in one server-sent event.
        limits = {"max_sse_event_size": int(size) for size in arguments}
        transport = StreamableHttpTransport(target, **limits)
    else:
        transport = StdioTransport(target, arguments)
    async with Client(transport, extensions=[SkillsClientExtension()], timeout=60) as client:
        entries = await client.list_skills()
        read = [await verified(client, entry) for entry in entries[:: int(step)]]
        print(json.dumps({"listed": len(entries), "read": read}))


async def verified(client: Client, entry) -> dict:
    """One entry as it was listed, with what its files came to; `read_skill` verifies them."""
    if await client.get_skill(entry.uri) != entry:
        raise ValueError(f"{entry.uri} was listed as another entry")
    skill = await client.read_skill(entry.uri)
    files = {path: f"sha256:{hashlib.sha256(content).hexdigest()}" for path, content in skill.files.items()}
    return {"uri": entry.uri, "name": skill.name, "files": files}


asyncio.run(main())
