"""FastMCP's skills client against a server: lists, gets, reads and verifies everything, and prints what it read.

`fastmcp_client.py URL` connects over HTTP, `fastmcp_client.py COMMAND ARGUMENT...` over stdio.
"""

import asyncio
import hashlib
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from fastmcp.skills import SkillsClientExtension


async def main() -> None:
    target, *arguments = sys.argv[1:]
    http = target.startswith("http://")
    transport = StreamableHttpTransport(target) if http else StdioTransport(target, arguments)
    async with Client(transport, extensions=[SkillsClientExtension()], timeout=60) as client:
        print(json.dumps([await read(client, entry) for entry in await client.list_skills()]))


async def read(client: Client, entry) -> dict:
    """One entry as it was listed, with what its files came to; `read_skill` verifies them."""
    if await client.get_skill(entry.uri) != entry:
        raise ValueError(f"{entry.uri} was listed as another entry")
    skill = await client.read_skill(entry.uri)
    files = {path: f"sha256:{hashlib.sha256(content).hexdigest()}" for path, content in skill.files.items()}
    return {"uri": entry.uri, "name": skill.name, "files": files}


asyncio.run(main())
