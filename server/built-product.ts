import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that the server is built from. The lockfile holds the hashes of the packages. */
const inputs = ['server', 'hosts', 'tools/sample', 'shared', 'package.json', 'package-lock.json'];

/** Folder below the project: the server bundled into few files, and the hash of its sources. */
export const builtProductFolder = 'dist/product';
const builtFile = 'product.js';
const hashFile = 'built-from';

/** Returns a hash of all sources of the server, names and texts. A missing file or folder counts as empty. */
export function hashServerSources(root: string): string {
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
 * Returns the names of the sources below a folder, in the same order on every machine; for a single file, one empty
 * name.
 */
function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (/\.json$/.test(path)) return [''];
  return (readdirSync(path, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts')).sort();
}

/**
 * Returns the path of the built server if it was built from the present sources, else undefined: a server that runs
 * outdated code would be worse than one that starts slowly.
 */
export function builtProductOf(root: string): string | undefined {
  const folder = join(root, builtProductFolder);
  try {
    if (readFileSync(join(folder, hashFile), 'utf8').trim() !== hashServerSources(root)) return undefined;
  } catch {
    return undefined;
  }
  return join(folder, builtFile);
}

/**
 * Hashes of sources by module URL. They describe the code that runs, as read when the process began, even if the
 * files have changed since.
 */
const sources = new Map<string, string>();

/**
 * Returns the hash of the sources of the running server, read once per process. `moduleUrl` is the URL of one of its
 * modules.
 */
export function sourcesOf(moduleUrl: string, root: string): string {
  const known = sources.get(moduleUrl);
  if (known !== undefined) return known;
  const isBuilt = moduleUrl.includes(`/${builtProductFolder}/`);
  const read = isBuilt
    ? readFileSync(join(root, builtProductFolder, hashFile), 'utf8').trim()
    : hashServerSources(root);
  sources.set(moduleUrl, read);
  return read;
}
