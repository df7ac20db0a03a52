// The server scenarios of the MCP conformance suite on both protocol revisions, against `http-server`, a catalog of 2,000
// skills and one of one.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

import { catalog, here, killOnExit, startHttpServer } from './servers.js';

// The suite's exit code is 0 also for warnings, for a scenario that it skipped, and for a server that does not
// declare the extension. Only the number of checks that passed says that all of them ran.
const FULL_MARKS = {
    '2026-07-28': {
        'sep-2640-skills-enumeration': { passed: 32, others: [] },
        'sep-2640-skills-manifest': { passed: 6, others: [] },
        'sep-2640-skills-directory': { passed: 7, others: [] }
    },
    // The older revision has no cache attributes to check.
    '2025-11-25': {
        'sep-2640-skills-enumeration': {
            passed: 30,
            others: ['SKIPPED sep-2640-skills-get-cache-attributes', 'SKIPPED sep-2640-skills-list-cache-attributes']
        },
        'sep-2640-skills-manifest': { passed: 6, others: [] },
        'sep-2640-skills-directory': { passed: 7, others: [] }
    }
};

const SCENARIO_MS = 30_000;
const RUN_MS = 60_000;

const require = createRequire(import.meta.url);
// The suite needs Node 22, whichever one runs this file.
const node22 = require.resolve('node/bin/node');
const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const output = join(here, 'out');

/** Runs one scenario and returns its checks, each with an id and a status. */
async function run(url, scenario, version, name) {
    const folder = join(output, name, version, scenario);
    const asked = ['--scenario', scenario, '--spec-version', version, '--force', '--timeout', `${SCENARIO_MS}`];
    const options = { timeout: RUN_MS, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 };
    const running = promisify(execFile)(node22, [suite, 'server', '--url', url, ...asked, '-o', folder], options);
    killOnExit(running.child);
    await running;
    const [report, ...more] = readdirSync(folder);
    assert.deepEqual(more, [], 'one run, one report');
    return JSON.parse(readFileSync(join(folder, report, 'checks.json'), 'utf8'));
}

const SERVERS = {
    'http-server': () => startHttpServer(),
    'a catalog of 2,000 skills': () => catalog('many').startHttp(),
    'a catalog of one skill': () => catalog('one').startHttp()
};

before(() => rmSync(output, { recursive: true, force: true }));

for (const [name, start] of Object.entries(SERVERS)) {
    describe(`conformance of ${name}`, () => {
        let server;

        before(async () => {
            server = await start();
        });

        after(async () => {
            await server?.stop();
        });

        for (const [version, scenarios] of Object.entries(FULL_MARKS)) {
            for (const [scenario, marks] of Object.entries(scenarios)) {
                test(`${scenario} gets full marks on ${version}`, { timeout: RUN_MS + 5_000 }, async () => {
                    const checks = await run(server.url, scenario, version, name);
                    const passed = checks.filter(check => check.status === 'SUCCESS');
                    const others = checks.filter(check => check.status !== 'SUCCESS');
                    assert.deepEqual(others.map(check => `${check.status} ${check.id}`).sort(), marks.others);
                    assert.equal(new Set(passed.map(check => check.id)).size, marks.passed);
                    assert.equal(passed.length, marks.passed);
                });
            }
        }
    });
}
