// What a server has to serve, from the files that were embedded.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

/** URI to bytes of every file below a folder; `uri` makes the one of a path. */
export function filesOnDisk(root, uri = path => `skill://${path}`) {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true });
    const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
    const path = file => relative(root, file).split(sep).join('/');
    return new Map(paths.map(file => [uri(path(file)), readFileSync(file)]));
}

/** The URI of a path with odd names: what is neither unreserved nor a sub-delimiter, `:` or `@` is escaped. */
export function escaped(path) {
    const unescape = text => text.replace(/%(2[46BC]|3[ABD]|40)/g, decodeURIComponent);
    return `skill://${path.split('/').map(name => unescape(encodeURIComponent(name))).join('/')}`;
}

/** The entries that the files make: every `SKILL.md`, with every file below its folder. */
export function entriesOnDisk(files) {
    const skills = [...files.keys()].filter(uri => posix.basename(uri) === 'SKILL.md').sort();
    return skills.map(uri => ({ uri, resources: resources(files, `${posix.dirname(uri)}/`) }));
}

/** The names of the direct children of a folder, those of folders with a slash. */
export function childrenOnDisk(files, folder) {
    const names = [...files.keys()]
        .filter(uri => uri.startsWith(`${folder}/`))
        .map(uri => uri.slice(folder.length + 1).split('/'));
    return [...new Set(names.map(([name, ...rest]) => (rest.length > 0 ? `${name}/` : name)))].sort();
}

export const byUri = (left, right) => (left.uri < right.uri ? -1 : 1);

function resources(files, folder) {
    return [...files]
        .filter(([uri]) => uri.startsWith(folder))
        .map(([uri, bytes]) => ({ uri, digest: digest(bytes), size: bytes.length }))
        .sort(byUri);
}

const digest = bytes => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
