// The skills client of FastMCP against catalogs that are hard on a client: over stdio and over HTTP. It speaks skills on
// 2026-07-28 only.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

import { byUri, entriesOnDisk, escaped, filesOnDisk } from './disk.js';
import { python } from './python.js';
import { catalog, here, killOnExit } from './servers.js';

const TEST_MS = 180_000;

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
    // One file is larger than what the client takes in one event over HTTP, unless told to; every page of a listing is not.
    for (const [name, n, step, limits] of [
        ['hard', 5, 1, ['16777216']],
        ['one', 1, 1, []],
        ['many', 2_000, 40, []]
    ]) {
        const served = catalog(name);

        const verify = async target => {
            const script = join(here, 'fastmcp_client.py');
            const { listed, read } = JSON.parse(await run(python, [script, `${step}`, ...target], TEST_MS));
            assert.equal(listed, n);
            const skills = expected(filesOnDisk(served.folder, escaped)).filter((_, index) => index % step === 0);
            assert.deepEqual(read.sort(byUri), skills);
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

            test(`verifies the catalog \`${name}\``, { timeout: TEST_MS }, () => {
                return verify([server.url, ...limits]);
            });
        });
    }
});
