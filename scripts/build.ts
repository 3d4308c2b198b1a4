import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { builtProductFolder, hashServerSources } from '../server/process/built-product.ts';

/**
 * `npm run build`: builds three parts into dist/: the client, the bundle that renders pages on the server, and the
 * server itself. Stores a hash of the inputs of the first two, and another hash for the server, by which `npm start`
 * detects that no build is needed. `--quiet` prints only errors, without the bundler's advice.
 */
const root = join(import.meta.dirname, '..');
const outDir = join(root, builtProductFolder);

/**
 * Bundles the server and its packages into a few files, which halves the time to start (docs/decisions/0029). sharp
 * is not bundled, since it contains native code. Names and lines are preserved, so that stack traces stay readable.
 */
const config = {
  configFile: false,
  root,
  publicDir: false,
  plugins: [keepPlaces()],
  ssr: { noExternal: true, external: ['sharp'], target: 'node' },
  build: {
    ssr: 'server/product.ts',
    outDir,
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
} satisfies InlineConfig;

/** Builds the server into dist/product, and stores the hash of its sources there. */
async function buildServer(logLevel: 'error' | 'info') {
  const vite = await import('vite');
  // The hash is computed before the build: if a file is edited during the build, the built server counts as out of
  // date.
  const hash = hashServerSources(root);
  await rm(outDir, { recursive: true, force: true });
  await vite.build({ ...config, logLevel });
  await writeFile(join(outDir, 'built-from'), `${hash}\n`);
}

/**
 * Rewrites `import.meta.dirname` and `import.meta.url` in bundled modules to the folder of the source file. The
 * modules find fonts, pictures and the worker relative to themselves, and those files are not moved into the bundle.
 */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform(code, id) {
      const isOurs = ['server/', 'hosts/', 'tools/'].some((part) => id.startsWith(join(root, part)));
      if (!isOurs || !code.includes('import.meta.')) return null;
      const way = relative(outDir, id).replaceAll('\\', '/');
      const folder = dirname(way);
      return code
        .replaceAll('import.meta.dirname', () => `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`)
        .replaceAll('import.meta.url', () => `new URL(${JSON.stringify(way)}, import.meta.url).href`);
    },
  };
}

/** Inputs of a build. Packages, including Vite itself, are covered by the lockfile, which contains their hashes. */
const inputs = [
  'client',
  'shared',
  'package.json',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/chunks.ts',
  'scripts/vite-plugins.ts',
  'tsconfig.base.json',
  'vite.config.ts',
];

/** Returns a hash of the names and bytes of all inputs. */
async function hashInputs(folder: string) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await filesOf(join(folder, input))) {
      const bytes = await readFile(file);
      hash.update(`${relative(folder, file)}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

async function filesOf(path: string) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return existsSync(path) ? [path] : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const hashFile = join(root, 'dist/built-from');

/** Files that must exist for a build to count as complete, since someone may have deleted parts of dist/. */
const outputs = ['dist/client/index.html', 'dist/client/.vite/manifest.json', 'dist/server/entry-server.js'];

/** True if dist/ contains the build of the present inputs. */
export async function isBuilt() {
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
