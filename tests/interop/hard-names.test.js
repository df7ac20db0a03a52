// The skills client of the TypeScript SDK against catalogs that are hard on a client: on both protocol revisions, over
// stdio and over HTTP.
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { DIRECTORY_MIME_TYPE, SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { byUri, childrenOnDisk, entriesOnDisk, escaped, filesOnDisk } from './disk.js';
import { catalog } from './servers.js';

const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } };
const TRANSPORTS = {
    stdio: async ({ stdio }) => ({ transport: new StdioClientTransport(stdio), stop: () => {} }),
    HTTP: async ({ startHttp }) => {
        const { url, stop } = await startHttp();
        return { transport: new StreamableHTTPClientTransport(new URL(url)), stop };
    }
};

const TEST_MS = 120_000;
const REQUEST = { timeout: 60_000 };

async function connect(served, mode, start) {
    const { transport, stop } = await start(served);
    const client = new Client({ name: 'skills-interop', version: '0.1.0' }, { versionNegotiation: { mode } });
    await client.connect(transport, REQUEST);
    const close = async () => {
        await client.close();
        await stop();
    };
    return { skills: new SkillsClient(client), close };
}

const ordered = entry => ({ uri: entry.uri, resources: [...entry.resources].sort(byUri) });

for (const [version, mode] of Object.entries(ERAS)) {
    for (const [transport, start] of Object.entries(TRANSPORTS)) {
        describe(`hard names on ${version} over ${transport}`, () => {
            const served = catalog('hard');
            const files = filesOnDisk(served.folder, escaped);
            let skills;
            let close;

            before(async () => {
                ({ skills, close } = await connect(served, mode, start));
            }, { timeout: TEST_MS });

            after(() => close?.(), { timeout: TEST_MS });

            test('lists what is on disk, and gets each skill as it was listed', { timeout: TEST_MS }, async () => {
                const { skills: listed, invalid, nextCursor } = await skills.list(undefined, REQUEST);
                assert.deepEqual(listed.map(ordered).sort(byUri), entriesOnDisk(files));
                assert.deepEqual(invalid, []);
                assert.equal(nextCursor, undefined);
                for (const entry of listed) {
                    assert.deepEqual((await skills.get(entry.uri, REQUEST)).skill, entry);
                }
            });

            test('reads and verifies every file', { timeout: TEST_MS }, async () => {
                const read = new Set();
                for (const skill of (await skills.list(undefined, REQUEST)).skills) {
                    for (const { uri } of skill.resources) {
                        const file = await skills.read(skill, uri, REQUEST);
                        assert.equal(file.verified, true);
                        assert.ok(files.get(uri).equals(Buffer.from(file.bytes)), uri);
                        read.add(uri);
                    }
                }
                assert.ok(read.size > 80);
                assert.deepEqual([...read].sort(), [...files.keys()].sort());
            });

            test('finds the children of every folder', { timeout: TEST_MS }, async () => {
                const roots = entriesOnDisk(files).map(({ uri }) => posix.dirname(uri));
                const parents = uri => (roots.includes(uri) ? [uri] : [uri, ...parents(posix.dirname(uri))]);
                const folders = new Set([...files.keys()].flatMap(uri => parents(posix.dirname(uri))));
                assert.ok(folders.size > 80);
                for (const folder of folders) {
                    const { resources } = await skills.readDirectory(folder, REQUEST);
                    const names = resources.map(({ uri, mimeType }) => {
                        const name = uri.slice(folder.length + 1);
                        return mimeType === DIRECTORY_MIME_TYPE ? `${name}/` : name;
                    });
                    assert.deepEqual(names.sort(), childrenOnDisk(files, folder));
                }
            });

            test('resolves a link as it stands in a skill', { timeout: TEST_MS }, async () => {
                const listed = (await skills.list(undefined, REQUEST)).skills;
                const skill = listed.find(({ uri }) => uri === 'skill://names/SKILL.md');
                for (const [link, name] of [
                    ['Q&A.md', 'Q&A.md'],
                    ['Q%26A.md', 'Q&A.md'],
                    ['./na%C3%AFve%20caf%c3%a9.md', 'naïve café.md'],
                    ['%5Bx%5D.md', '[x].md'],
                    ['10%25Dec.md', '10%Dec.md'],
                    ['a%5Eb', 'a^b']
                ]) {
                    const { bytes, verified } = await skills.read(skill, link, REQUEST);
                    assert.equal(verified, true);
                    assert.equal(Buffer.from(bytes).toString(), name);
                }
            });
        });

        test(`2,000 skills and one on ${version} over ${transport}`, { timeout: TEST_MS }, async () => {
            for (const [name, n] of [['many', 2_000], ['one', 1]]) {
                const { skills, close } = await connect(catalog(name), mode, start);
                try {
                    const { skills: listed, invalid } = await skills.list(undefined, REQUEST);
                    assert.equal(listed.length, n);
                    assert.deepEqual(invalid, []);
                    for (const skill of [listed[0], listed[n >> 1], listed[n - 1]]) {
                        assert.equal((await skills.read(skill, undefined, REQUEST)).verified, true);
                    }
                } finally {
                    await close();
                }
            }
        });
    }
}
