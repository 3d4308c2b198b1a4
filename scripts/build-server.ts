import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { builtProductFolder, hashServerSources } from '../server/process/built-product.ts';

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
export async function buildServer(logLevel: 'error' | 'info'): Promise<void> {
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
