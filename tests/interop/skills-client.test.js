// The skills client of the TypeScript SDK against `stdio-server`, on both protocol revisions.
import assert from 'node:assert/strict';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { Client } from '@modelcontextprotocol/client';
import { DIRECTORY_MIME_TYPE, SkillsClient, SkillVerificationError } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { byUri, childrenOnDisk, entriesOnDisk, filesOnDisk } from './disk.js';
import { binary, workspace } from './servers.js';

const ERAS = {
    '2025-11-25': { mode: 'legacy', cacheHints: {} },
    '2026-07-28': { mode: { pin: '2026-07-28' }, cacheHints: { ttlMs: 0, cacheScope: 'private' } }
};

const TEST_MS = 30_000;
const REQUEST = { timeout: 10_000 };

const root = join(workspace, 'examples/stdio/skills');

for (const [version, { mode, cacheHints }] of Object.entries(ERAS)) {
    describe(`the TypeScript skills client on ${version}`, () => {
        const files = filesOnDisk(root);
        const expected = entriesOnDisk(files);
        let client;
        let skills;

        before(async () => {
            client = new Client({ name: 'skills-interop', version: '0.1.0' }, { versionNegotiation: { mode } });
            await client.connect(new StdioClientTransport({ command: binary('stdio-server') }), REQUEST);
            skills = new SkillsClient(client);
        }, { timeout: TEST_MS });

        after(() => client?.close(), { timeout: TEST_MS });

        test('negotiates the revision and sees the extension', () => {
            assert.equal(client.getNegotiatedProtocolVersion(), version);
            assert.equal(skills.supported, true);
            assert.equal(skills.directoryRead, true);
        });

        test('lists what is on disk, every file with its size and digest', { timeout: TEST_MS }, async () => {
            const { skills: listed, invalid, nextCursor, ...hints } = await skills.list(undefined, REQUEST);
            const entries = listed.map(({ uri, resources }) => ({ uri, resources: [...resources].sort(byUri) }));
            assert.ok(expected.length > 0);
            assert.deepEqual(entries, expected);
            assert.deepEqual(invalid, []);
            assert.equal(nextCursor, undefined);
            assert.deepEqual(hints, cacheHints);
        });

        test('gets each skill as it was listed', { timeout: TEST_MS }, async () => {
            for (const listed of (await skills.list(undefined, REQUEST)).skills) {
                const { skill, ...hints } = await skills.get(listed.uri, REQUEST);
                assert.deepEqual(skill, listed);
                assert.deepEqual(hints, cacheHints);
            }
        });

        test('reads and verifies every file, byte for byte as on disk', { timeout: TEST_MS }, async () => {
            const read = new Set();
            for (const skill of (await skills.list(undefined, REQUEST)).skills) {
                for (const { uri } of skill.resources) {
                    const file = await skills.read(skill, uri, REQUEST);
                    assert.equal(file.uri, uri);
                    assert.equal(file.verified, true);
                    assert.deepEqual(Buffer.from(file.bytes), files.get(uri));
                    read.add(uri);
                }
                const { frontmatter } = await skills.read(skill, undefined, REQUEST);
                assert.deepEqual(frontmatter, skill.frontmatter);
            }
            assert.deepEqual([...read].sort(), [...files.keys()].sort());
        });

        test('finds the children of every folder', { timeout: TEST_MS }, async () => {
            const folders = new Set([...files.keys()].map(uri => posix.dirname(uri)));
            for (const folder of folders) {
                const { resources: children, ...hints } = await skills.readDirectory(folder, REQUEST);
                const names = children.map(({ uri, mimeType }) => {
                    const name = uri.slice(folder.length + 1);
                    return mimeType === DIRECTORY_MIME_TYPE ? `${name}/` : name;
                });
                assert.deepEqual(names.sort(), childrenOnDisk(files, folder));
                assert.deepEqual(hints, cacheHints);
            }
        });

        test('is refused a skill that is not served', { timeout: TEST_MS }, async () => {
            await assert.rejects(skills.get('skill://no-such-skill/SKILL.md', REQUEST), { code: -32602 });
        });

        test('refuses to read a file that is not listed', { timeout: TEST_MS }, async () => {
            const [skill] = (await skills.list(undefined, REQUEST)).skills;
            await assert.rejects(
                skills.read(skill, 'references/no-such-file.md', REQUEST),
                error => error instanceof SkillVerificationError && error.reason === 'unlisted'
            );
        });
    });
}
