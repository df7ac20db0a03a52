// The skills client of FastMCP against catalogs that are hard on a client: over stdio and over HTTP. It speaks skills on
// 2026-07-28 only.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

import { byUri, entriesOnDisk, escaped, filesOnDisk } from './disk.js';
import { catalog, here, killOnExit } from './servers.js';

const INSTALL_MS = 300_000;
const TEST_MS = 180_000;

const venv = join(here, '.venv');
const python = process.platform === 'win32' ? join(venv, 'Scripts/python.exe') : join(venv, 'bin/python');
const requirements = join(here, 'requirements.txt');
const stamp = join(venv, 'requirements.txt');

/** Makes the virtual environment anew when it has not what is required. */
async function install() {
    const wanted = readFileSync(requirements, 'utf8');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
        return;
    }
    rmSync(venv, { recursive: true, force: true });
    await run(process.env.PYTHON ?? 'python3', ['-m', 'venv', venv], INSTALL_MS);
    const quiet = ['-q', '--disable-pip-version-check'];
    await run(python, ['-m', 'pip', 'install', ...quiet, '-r', requirements], INSTALL_MS);
    writeFileSync(stamp, wanted);
}

async function run(command, args, timeout) {
    const options = { timeout, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 };
    const running = promisify(execFile)(command, args, options);
    killOnExit(running.child);
    return (await running).stdout;
}

/** The skills of a folder as the client has to report them: the digest of every file by its path. */
function expected(files) {
    return entriesOnDisk(files).map(({ uri, resources }) => {
        const folder = `${posix.dirname(uri)}/`;
        const path = file => decodeURIComponent(file.slice(folder.length));
        const digests = resources.map(resource => [path(resource.uri), resource.digest]);
        return { uri, name: posix.basename(posix.dirname(uri)), files: Object.fromEntries(digests) };
    });
}

describe('the skills client of FastMCP', () => {
    before(install, { timeout: INSTALL_MS });

    for (const [name, n] of [['hard', 5], ['one', 1], ['many', 2_000]]) {
        const served = catalog(name);

        const verify = async target => {
            const script = join(here, 'fastmcp_client.py');
            const skills = JSON.parse(await run(python, [script, ...target], TEST_MS));
            assert.equal(skills.length, n);
            assert.deepEqual(skills.sort(byUri), expected(filesOnDisk(served.folder, escaped)));
        };

        test(`verifies the catalog \`${name}\` over stdio`, { timeout: TEST_MS }, async () => {
            await verify([served.stdio.command, ...served.stdio.args]);
        });

        describe('over HTTP', () => {
            let server;

            before(async () => {
                server = await served.startHttp();
            });

            after(() => server?.stop());

            test(`verifies the catalog \`${name}\``, { timeout: TEST_MS }, () => verify([server.url]));
        });
    }
});
