import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Inputs of a build. Packages, including Vite itself, are covered by the lockfile, which contains their hashes. */
const inputs = [
  'client',
  'shared',
  'package.json',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/chunks.ts',
  'scripts/compile-words.ts',
  'scripts/named-widths.ts',
  'scripts/preload-fonts.ts',
  'tsconfig.base.json',
  'vite.config.ts',
];

/** Returns a hash of the names and bytes of all inputs. */
export async function hashInputs(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await filesOf(join(folder, input))) {
      const bytes = await readFile(file);
      hash.update(`${relative(folder, file)}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return existsSync(path) ? [path] : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
