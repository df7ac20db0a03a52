"""Serves a folder of skills over stdio with FastMCP: `python fastmcp_server.py FOLDER`."""

import sys

from fastmcp import FastMCP
from fastmcp.skills.provider import SkillsDirectoryProvider

server = FastMCP("fastmcp")
server.add_provider(SkillsDirectoryProvider(sys.argv[1]))
server.run("stdio", show_banner=False)
