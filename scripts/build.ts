import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build-server.ts';

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
async function hashInputs(folder: string): Promise<string> {
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

/**
 * `npm run build`: builds three parts into dist/: the client, the bundle that renders pages on the server, and the
 * server itself. Stores a hash of the inputs of the first two, and another hash for the server, by which `npm start`
 * detects that no build is needed. `--quiet` prints only errors, without the bundler's advice.
 */
const root = join(import.meta.dirname, '..');
const hashFile = join(root, 'dist/built-from');

/** Files that must exist for a build to count as complete, since someone may have deleted parts of dist/. */
const outputs = ['dist/client/index.html', 'dist/client/.vite/manifest.json', 'dist/server/entry-server.js'];

/** True if dist/ contains the build of the present inputs. */
export async function isBuilt(): Promise<boolean> {
  if (!outputs.every((file) => existsSync(join(root, file)))) return false;
  const builtFrom = await readFile(hashFile, 'utf8').catch(() => '');
  return builtFrom.trim() === (await hashInputs(root));
}

async function build(quiet: boolean): Promise<void> {
  const vite = await import('vite');
  const common = { configFile: join(root, 'vite.config.ts'), logLevel: quiet ? 'error' : 'info' } as const;
  // The hash is computed before the build: if a file is edited during the build, the build counts as out of date, and
  // the next start builds again.
  const hash = await hashInputs(root);
  await rm(hashFile, { force: true });
  await vite.build(common);
  await vite.build({ ...common, build: { ssr: 'entry-server.tsx', outDir: '../dist/server' } });
  await buildServer(common.logLevel);
  await writeFile(hashFile, `${hash}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await build(process.argv.includes('--quiet'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
