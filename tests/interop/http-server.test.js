// What `http-server` has beside its skills, as a client of both protocol revisions sees it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';

import { startHttpServer } from './servers.js';

const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } };
const TEST_MS = 30_000;
const REQUEST = { timeout: 10_000 };

const connect = async (url, mode) => {
    const client = new Client({ name: 'skills-interop', version: '0.1.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)), REQUEST);
    return client;
};

for (const [version, mode] of Object.entries(ERAS)) {
    describe(`http-server on ${version}`, () => {
        let server;
        let client;

        before(async () => {
            server = await startHttpServer();
            client = await connect(server.url, mode);
        }, { timeout: TEST_MS });

        after(async () => {
            await client?.close();
            await server?.stop();
        }, { timeout: TEST_MS });

        test('negotiates the revision', () => {
            assert.equal(client.getNegotiatedProtocolVersion(), version);
        });

        test('lists the skills before its own resource', { timeout: TEST_MS }, async () => {
            const { skills } = await new SkillsClient(client).list(undefined, REQUEST);
            const { resources } = await client.listResources(undefined, REQUEST);
            assert.ok(skills.length > 0);
            assert.deepEqual(
                resources.map(resource => resource.uri),
                [...skills.map(skill => skill.uri), 'on-call://rota']
            );
        });

        test('reads its own resource', { timeout: TEST_MS }, async () => {
            const { contents } = await client.readResource({ uri: 'on-call://rota' }, REQUEST);
            assert.equal(contents.length, 1);
            assert.match(contents[0].text, /^this week: \w+\nnext week: \w+\nin two weeks: \w+\nin three weeks: \w+\n$/);
        });

        test('calls its own tool', { timeout: TEST_MS }, async () => {
            const { tools } = await client.listTools(undefined, REQUEST);
            assert.deepEqual(tools.map(tool => tool.name), ['error_budget']);
            const call = { name: 'error_budget', arguments: { objective: 99.9, days: 30, downtime: 12 } };
            const { content } = await client.callTool(call, REQUEST);
            assert.deepEqual(content, [{ type: 'text', text: '31.2 of 43.2 minutes are left' }]);
        });

        test('gets its own prompt', { timeout: TEST_MS }, async () => {
            const { prompts } = await client.listPrompts(undefined, REQUEST);
            assert.deepEqual(prompts.map(prompt => prompt.name), ['handover']);
            const prompt = { name: 'handover', arguments: { incident: 'card payments fail' } };
            const { messages } = await client.getPrompt(prompt, REQUEST);
            assert.equal(messages.length, 1);
            assert.match(messages[0].content.text, /skill:\/\/incident-response\/SKILL\.md.*Incident: card payments fail$/s);
        });
    });
}

test('http-server ends cleanly on Ctrl-C while a client is connected', { timeout: TEST_MS }, async () => {
    const server = await startHttpServer();
    const client = await connect(server.url, 'legacy');
    try {
        assert.deepEqual(await server.stop(), { code: 0, signal: null });
    } finally {
        await client.close();
    }
});
