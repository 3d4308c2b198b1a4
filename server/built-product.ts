import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the built server is made of. Packages stand in the lockfile with their hashes. */
const inputs = ['server', 'hosts', 'tools/sample', 'shared', 'package.json', 'package-lock.json'];

/** Below the project: the server in few files, and the hash of what they were made of. */
export const builtProductFolder = 'dist/product';
const builtFile = 'product.js';
const hashFile = 'built-from';

/** A hash of all sources of the server, names and texts. A file or folder that is not there counts as empty. */
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

/** The names of the sources below a folder, in an order that every machine has; of a file, its own empty one. */
function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (/\.json$/.test(path)) return [''];
  return (readdirSync(path, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts')).sort();
}

/**
 * The built server when it is what the present sources would build, else undefined: a server that ran yesterday's code after
 * today's correction would be worse than one that starts slowly.
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

/** By module: what runs is what was read when the process began, whatever has become of the files since. */
const sources = new Map<string, string>();

/** What the running server is made of: `moduleUrl` is that of a module of it. Read once in the life of a process. */
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
