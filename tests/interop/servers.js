// Finds the servers that cargo built, and starts and stops those on HTTP.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const START_MS = 10_000;
const STOP_MS = 5_000;

export const here = dirname(fileURLToPath(import.meta.url));
export const workspace = resolve(here, '../..');

/** The path of a program that `cargo build` left in the target folder. */
export function binary(name) {
    const target = resolve(workspace, process.env.CARGO_TARGET_DIR ?? 'target');
    const path = join(target, 'debug', process.platform === 'win32' ? `${name}.exe` : name);
    if (!existsSync(path)) {
        throw new Error(`no ${path}: run \`cargo build -p ${name}\` first`);
    }
    return path;
}

/** A catalog of `catalogs-server`: its name, how to start it, and the folder that it was embedded from. */
export function catalog(name) {
    const command = binary('catalogs-server');
    const folder = execFileSync(command, [name, '--folder'], { encoding: 'utf8' }).trimEnd();
    const stdio = { command, args: [name] };
    return { folder, stdio, startHttp: () => startHttpServer('catalogs-server', [name]) };
}

/** Starts a server on a free port; `stop` ends it as Ctrl-C does and says how it went. */
export async function startHttpServer(name = 'http-server', args = []) {
    const child = spawn(binary(name), [...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    killOnExit(child);
    const exited = once(child, 'exit');
    try {
        const url = await within(START_MS, firstLine(child, exited), `${name} printed no URL`);
        return { url, stop: () => stop(child, exited) };
    } catch (error) {
        child.kill('SIGKILL');
        throw error;
    }
}

/** A test run that is itself told to stop leaves no child behind. */
export function killOnExit(child) {
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
}

// Without a listener these signals end the process before its `exit` event.
for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => process.exit(1));
}

async function firstLine(child, exited) {
    const line = once(createInterface(child.stdout), 'line').then(([text]) => text);
    const early = exited.then(([code, signal]) => {
        throw new Error(`a server ended with ${code ?? signal} before it printed its URL`);
    });
    return new URL(await Promise.race([line, early])).href;
}

async function stop(child, exited) {
    child.kill('SIGINT');
    try {
        const [code, signal] = await within(STOP_MS, exited, 'a server did not end on SIGINT');
        return { code, signal };
    } finally {
        child.kill('SIGKILL');
    }
}

async function within(ms, promise, message) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`${message} within ${ms} ms`)), ms);
    });
    try {
        return await Promise.race([promise, late]);
    } finally {
        clearTimeout(timer);
    }
}
