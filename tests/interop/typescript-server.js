// Serves a folder of skills over stdio with the TypeScript SDK: `node typescript-server.js FOLDER`.
import process from 'node:process';

import { McpServer } from '@modelcontextprotocol/server';
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const skills = await loadSkills(process.argv[2], { strict: true });

serveStdio(() => {
    const server = new McpServer({ name: 'typescript', version: '0.1.0' });
    skills.attach(server);
    return server;
});
