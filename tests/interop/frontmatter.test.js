// Generated frontmatter that is accepted without a fault, as the TypeScript SDK and the conformance suite read it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual, promisify } from 'node:util';

import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { SKILLS_EXTENSION_ID, SkillsClient } from '@modelcontextprotocol/client/ext/skills';

import { here, killOnExit, workspace } from './servers.js';

const COUNT = 5_000;
// The first run builds the example.
const BUILD_MS = 900_000;
const TEST_MS = 120_000;

// The suite's own dependency, so that it is the version the suite reads with.
const suite = createRequire(join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'));
const { parse } = suite('yaml');

/** How the suite finds the YAML. */
const FENCES = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** The documents, each with its frontmatter as `skills!` embeds it; the same ones on every run. */
async function corpus() {
    const folder = mkdtempSync(join(tmpdir(), 'skills-corpus-'));
    try {
        const path = join(folder, 'corpus.jsonl');
        const example = ['run', '--quiet', '--package', 'skills-core', '--example', 'corpus', '--', `${COUNT}`, path];
        const running = promisify(execFile)('cargo', example, { cwd: workspace });
        killOnExit(running.child);
        await running;
        return readFileSync(path, 'utf8').trimEnd().split('\n').map(line => JSON.parse(line));
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

/** A client of a server that serves each document as the one file of a skill `skill://<index>/pdf-forms`. */
async function connect(documents) {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const answers = {
        initialize: ({ protocolVersion }) => ({
            protocolVersion,
            capabilities: { resources: {}, extensions: { [SKILLS_EXTENSION_ID]: {} } },
            serverInfo: { name: 'corpus', version: '0' }
        }),
        'resources/read': ({ uri }) => ({ contents: [{ uri, text: documents[new URL(uri).host].text }] })
    };
    far.onmessage = ({ id, method, params }) => {
        if (id !== undefined) {
            far.send({ jsonrpc: '2.0', id, result: answers[method](params) });
        }
    };
    await far.start();
    const client = new Client({ name: 'skills-interop', version: '0.1.0' }, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(near);
    return client;
}

function entry({ text, frontmatter }, index) {
    const uri = `skill://${index}/pdf-forms/SKILL.md`;
    const bytes = Buffer.from(text);
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    return { uri, frontmatter, resources: [{ uri, digest, size: bytes.length }] };
}

/** The documents that a reader reads otherwise, shortest first, in a form that can be pasted into a test. */
async function differences(documents, read) {
    const found = [];
    for (const [index, document] of documents.entries()) {
        const { text, frontmatter } = document;
        try {
            const theirs = await read(document, index);
            if (!isDeepStrictEqual(theirs, frontmatter)) {
                found.push({ text, ours: frontmatter, theirs });
            }
        } catch (error) {
            found.push({ text, ours: frontmatter, theirs: error.message });
        }
    }
    found.sort((left, right) => left.text.length - right.text.length);
    return found.slice(0, 5);
}

describe('frontmatter that is accepted without a fault', () => {
    let documents;

    before(async () => {
        documents = await corpus();
    }, { timeout: BUILD_MS });

    test('is written in every style', () => {
        assert.equal(documents.length, COUNT);
        assert.equal(new Set(documents.map(({ text }) => text)).size, COUNT);
        const styles = {
            literal: /: \|[+-]?\r?\n/,
            folded: /: >[+-]?\r?\n/,
            'single-quoted': /: '/,
            'double-quoted': /: "/,
            escape: /"[^"\n]*\\(?:n|t|x|u|U)/,
            'flow list': /: \[/,
            'flow mapping': /: \{/,
            'block list': /\n *- /,
            comment: / # note/,
            crlf: /\r\n/,
            'beyond ASCII': /[\u{80}-\u{10ffff}]/u,
            'several lines': /: [a-z]\S* *\S*\r?\n +\S/
        };
        for (const [style, pattern] of Object.entries(styles)) {
            const written = documents.filter(({ text }) => pattern.test(text)).length;
            assert.ok(written > COUNT / 100, `${style}: ${written}`);
        }
    });

    test('is read to the same JSON by the TypeScript SDK', { timeout: TEST_MS }, async () => {
        const client = await connect(documents);
        try {
            const skills = new SkillsClient(client);
            const read = async (document, index) => {
                const file = await skills.read(entry(document, index));
                assert.equal(file.verified, true);
                return file.frontmatter;
            };
            assert.deepEqual(await differences(documents, read), []);
        } finally {
            await client.close();
        }
    });

    test('is read to the same JSON by the conformance suite', { timeout: TEST_MS }, async () => {
        const read = ({ text }) => parse(FENCES.exec(text)[1]);
        assert.deepEqual(await differences(documents, read), []);
    });
});
