// The virtual environment of the tests that need Python, with exactly what `requirements.txt` says. `npm test` makes it
// before the tests run: these run at the same time.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INSTALL_MS = 300_000;

const here = dirname(fileURLToPath(import.meta.url));
const venv = join(here, '.venv');
const requirements = join(here, 'requirements.txt');
const installed = join(venv, 'requirements.txt');

const isWindows = process.platform === 'win32';

export const python = join(venv, isWindows ? 'Scripts/python.exe' : 'bin/python');

function install() {
    const wanted = readFileSync(requirements, 'utf8');
    if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) {
        return;
    }
    rmSync(venv, { recursive: true, force: true });
    run(isWindows ? 'python' : 'python3', ['-m', 'venv', venv]);
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    writeFileSync(installed, wanted);
}

function run(command, args) {
    execFileSync(command, args, { stdio: 'inherit', timeout: INSTALL_MS, killSignal: 'SIGKILL' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    install();
}
