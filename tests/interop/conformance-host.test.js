// The client scenarios of the MCP conformance suite against `conformance-host`, on both protocol revisions.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';

import { startScriptedServer } from './scripted-server.js';
import { binary, here, killOnExit } from './servers.js';

const REVISIONS = ['2025-11-25', '2026-07-28'];

// The suite also passes a host that lists nothing, or that stops for a reason of its own. Only the check says that
// the alteration was met.
const CHECKS = {
    'sep-2640-client-no-prefetch': 'sep-2640-host-no-prefetch',
    'sep-2640-client-verify-digest': 'sep-2640-host-verify-digest',
    'sep-2640-client-verify-size': 'sep-2640-host-size-mismatch-failure',
    'sep-2640-client-verify-frontmatter': 'sep-2640-host-frontmatter-comparison'
};

// What the host says when it stops, so that it stops for the right reason.
const STOPS = {
    'sep-2640-client-no-prefetch': /^$/,
    'sep-2640-client-verify-digest': /^Error: `skill:\/\/pdf-processing\/SKILL\.md` has the digest `sha256:/,
    'sep-2640-client-verify-size': /^Error: `skill:\/\/pdf-processing\/SKILL\.md` has \d+ bytes, its entry says \d+/,
    'sep-2640-client-verify-frontmatter':
        /^Error: frontmatter of `skill:\/\/pdf-processing\/SKILL\.md`: field `description`: expected /
};

const RUN_MS = 60_000;

const require = createRequire(import.meta.url);
// The suite needs Node 22, whichever one runs this file.
const node22 = require.resolve('node/bin/node');
const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const host = binary('examples/conformance-host');

async function run(command, args, env = {}) {
    const options = {
        timeout: RUN_MS,
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, RUST_BACKTRACE: '0', ...env }
    };
    const running = promisify(execFile)(command, args, options);
    killOnExit(running.child);
    return await running;
}

/** Runs one scenario and returns its checks, and what the host wrote to stderr. */
async function judge(scenario, version) {
    const folder = join(here, 'out-host', version, scenario);
    rmSync(folder, { recursive: true, force: true });
    const asked = ['--scenario', scenario, '--spec-version', version, '--force'];
    await run(node22, [suite, 'client', '--command', host, ...asked, '-o', folder]);
    const [report, ...more] = readdirSync(folder);
    assert.deepEqual(more, [], 'one run, one report');
    const read = name => readFileSync(join(folder, report, name), 'utf8');
    return { checks: JSON.parse(read('checks.json')), stderr: read('stderr.txt') };
}

for (const version of REVISIONS) {
    describe(`conformance-host on ${version}`, () => {
        for (const [scenario, id] of Object.entries(CHECKS)) {
            test(`${scenario} passes`, { timeout: RUN_MS + 5_000 }, async () => {
                const { checks, stderr } = await judge(scenario, version);
                assert.deepEqual(
                    checks.map(check => `${check.status} ${check.id}`),
                    [`SUCCESS ${id}`]
                );
                assert.match(stderr.trim(), STOPS[scenario]);
            });
        }

        test('reads both files when nothing is altered', { timeout: RUN_MS + 5_000 }, async () => {
            const server = await startScriptedServer();
            try {
                const { stdout } = await run(host, [server.url], { MCP_CONFORMANCE_PROTOCOL_VERSION: version });
                const [skill, forms] = ['SKILL.md', 'references/FORMS.md'].map(path => `skill://pdf-processing/${path}`);
                assert.equal(stdout, `listed ${skill}\nread ${skill}\nread ${forms}\n`);
                assert.deepEqual(server.reads, [skill, forms]);
            } finally {
                server.stop();
            }
        });
    });
}
