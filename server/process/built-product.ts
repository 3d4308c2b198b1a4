import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files from which the server is built. package-lock.json is among them because it contains the hashes of the
 * packages.
 */
const inputs = ['server', 'hosts', 'tools/sample', 'shared', 'package.json', 'package-lock.json'];

/** Folder, relative to the project, with the server bundled into few files and the hash of its sources. */
export const builtProductFolder = 'dist/product';
const builtFile = 'product.js';
const hashFile = 'built-from';

/** Returns a hash of the names and texts of all sources of the server. A missing file or folder counts as empty. */
export function hashServerSources(root: string) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const name of filesOf(join(root, input))) {
      const text = readFileSync(join(root, input, name));
      hash.update(`${input}/${name}\0${text.length}\0`).update(text);
    }
  }
  return hash.digest('hex');
}

/**
 * Returns the names of the sources below a folder, in the same order on every machine. For a single file, returns one
 * empty name.
 */
function filesOf(path: string) {
  if (!existsSync(path)) return [];
  if (/\.json$/.test(path)) return [''];
  return (readdirSync(path, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts')).sort();
}

/**
 * Returns the path of the built server, but only if it was built from the present sources: a server that runs
 * outdated code would be worse than one that starts slowly. Otherwise undefined.
 */
export function builtProductOf(root: string) {
  const folder = join(root, builtProductFolder);
  try {
    if (readFileSync(join(folder, hashFile), 'utf8').trim() !== hashServerSources(root)) return undefined;
  } catch {
    return undefined;
  }
  return join(folder, builtFile);
}

/**
 * Hashes of sources, by module URL. They describe the code that is running, i.e. the files as they were when the
 * process started, even if the files have changed since.
 */
const sources = new Map<string, string>();

/**
 * Returns the hash of the sources of the running server, read once per process. `moduleUrl` is the URL of one of its
 * modules.
 */
export function sourcesOf(moduleUrl: string, root: string) {
  const known = sources.get(moduleUrl);
  if (known !== undefined) return known;
  const isBuilt = moduleUrl.includes(`/${builtProductFolder}/`);
  const read = isBuilt
    ? readFileSync(join(root, builtProductFolder, hashFile), 'utf8').trim()
    : hashServerSources(root);
  sources.set(moduleUrl, read);
  return read;
}
