// `inspect`, and with it our client, against the servers of others and our own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

import { entriesOnDisk, filesOnDisk } from './disk.js';
import { python } from './python.js';
import { startScriptedServer } from './scripted-server.js';
import { binary, here, killOnExit, startHttpServer, workspace } from './servers.js';

const BOTH = ['2025-11-25', '2026-07-28'];
const RUN_MS = 60_000;

/** Runs a command to its end, whatever it ends with. */
async function run(command, args) {
    const env = { ...process.env, RUST_BACKTRACE: '0' };
    const options = { timeout: RUN_MS, killSignal: 'SIGKILL', env };
    const running = promisify(execFile)(command, args, options);
    killOnExit(running.child);
    try {
        return { code: 0, ...(await running) };
    } catch (error) {
        const { code, stdout, stderr } = error;
        return { code: code ?? error.signal, stdout, stderr };
    }
}

const inspect = (...args) => run(binary('inspect'), args);

/** What a folder of skills comes to; the files of a nested skill count in each list that has them. */
function onDisk(root, { nested = true } = {}) {
    const entries = entriesOnDisk(filesOnDisk(root));
    const isInside = ({ uri }, outer) => uri !== outer.uri && uri.startsWith(`${posix.dirname(outer.uri)}/`);
    const listed = entries.filter(entry => nested || !entries.some(outer => isInside(entry, outer)));
    const files = listed.flatMap(entry => entry.resources);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return { skills: listed.length, files: files.length, bytes };
}

/** Names and contents that no two servers treat alike. */
function oddSkills() {
    const root = mkdtempSync(join(tmpdir(), 'skills-interop-'));
    const skill = join(root, 'acme', 'odd-files');
    mkdirSync(join(skill, 'references', 'deep er'), { recursive: true });
    const files = {
        'SKILL.md': '---\nname: odd-files\ndescription: "Odd: files"\nmetadata:\n  version: "1.0"\n---\r\nBody\r\n',
        'references/Q&A (1).md': 'questions\r\n',
        'references/deep er/naïve 東京.md': '\ufeffwith a byte order mark',
        'references/10%Dec.md': 'ten',
        'references/%41.md': 'not A',
        'references/a+b;c=d,e.md': 'signs',
        'README': 'no extension',
        'empty.txt': '',
        'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]),
        'nul.bin': Buffer.from('text\0text'),
        'text.bin': 'text with the name of something else'
    };
    for (const [path, content] of Object.entries(files)) {
        writeFileSync(join(skill, path), content);
    }
    return root;
}

function assertClean({ code, stdout, stderr }, { skills, files, bytes }) {
    assert.ok(files > 0);
    assert.equal(stderr, '');
    const last = stdout.trimEnd().split('\n').at(-1);
    assert.equal(last, `${skills} skills: ${files} files read (${bytes} bytes), ${files} of them verified.`);
    assert.equal(code, 0);
}

describe('inspect', () => {
    const http = join(workspace, 'examples/http/skills');
    const stdio = join(workspace, 'examples/stdio/skills');
    let odd;

    before(() => {
        odd = oddSkills();
    });

    after(() => rmSync(odd, { recursive: true, force: true }));

    const folders = () => ({ http, stdio, odd });

    for (const version of BOTH) {
        test(`verifies everything that stdio-server has, on ${version}`, { timeout: RUN_MS }, async () => {
            const found = await inspect('--protocol', version, '--', binary('stdio-server'));
            assertClean(found, onDisk(stdio));
        });

        test(`verifies everything that http-server has, on ${version}`, { timeout: RUN_MS }, async () => {
            const server = await startHttpServer();
            try {
                assertClean(await inspect('--protocol', version, '--url', server.url), onDisk(http));
            } finally {
                await server.stop();
            }
        });

        for (const name of ['http', 'stdio', 'odd']) {
            test(`verifies ${name} as rmcp serves it from disk, on ${version}`, { timeout: RUN_MS }, async () => {
                const root = folders()[name];
                const server = [binary('examples/folder-server'), root];
                assertClean(await inspect('--protocol', version, '--', ...server), onDisk(root));
            });

            test(`verifies ${name} as the TypeScript SDK serves it, on ${version}`, { timeout: RUN_MS }, async () => {
                const root = folders()[name];
                const server = [process.execPath, join(here, 'typescript-server.js'), root];
                assertClean(await inspect('--protocol', version, '--', ...server), onDisk(root));
            });
        }
    }

    // FastMCP serves the extension on the newer revision only, and lists no nested skill.
    for (const name of ['http', 'stdio', 'odd']) {
        test(`verifies ${name} as FastMCP serves it`, { timeout: RUN_MS }, async () => {
            const root = folders()[name];
            const server = [python, join(here, 'fastmcp_server.py'), root];
            const found = await inspect('--protocol', '2026-07-28', '--', ...server);
            // FastMCP logs to the same stderr; the exit code says whether `inspect` wrote there too.
            assertClean({ ...found, stderr: '' }, onDisk(root, { nested: false }));
        });
    }

    test('finds the newest revision by itself', { timeout: RUN_MS }, async () => {
        assertClean(await inspect('--', binary('stdio-server')), onDisk(stdio));
    });

    for (const version of BOTH) {
        test(`says what was altered and fails, on ${version}`, { timeout: RUN_MS }, async () => {
            const server = await startScriptedServer({ altered: 'Every farm has fields.\n' });
            try {
                const { code, stdout, stderr } = await inspect('--protocol', version, '--url', server.url);
                const uri = 'skill://pdf-processing/references/FORMS.md';
                assert.match(stderr, new RegExp(`^\`${uri}\` has the digest \`sha256:\\w+\`, its entry says \`sha256:\\w+\`\n$`));
                assert.match(stdout, /\n1 skills: 1 files read \(\d+ bytes\), 1 of them verified\.\n$/);
                assert.equal(code, 1);
            } finally {
                server.stop();
            }
        });
    }

    test('fails where there is no server and no skill', { timeout: RUN_MS }, async () => {
        const missing = await inspect('--', join(here, 'no-such-program'));
        assert.equal(missing.code, 1);
        assert.match(missing.stderr, /^Error: cannot start `/);
        const other = await inspect('--', process.execPath, '-e', 'process.exit(3)');
        assert.equal(other.code, 1);
        assert.match(other.stderr, /^Error: cannot talk to `/);
    });
});
