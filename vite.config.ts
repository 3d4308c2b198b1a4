import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { namedWidths } from './client/ui/breakpoints.ts';
import { chunkGroups } from './scripts/chunks.ts';
import { compileWords, preloadFonts, rowsForBrowsers, writeNamedWidths } from './scripts/vite-plugins.ts';

/** The oldest browsers that the public pages are made for; tests/contract/edge/floor.test.ts holds calls to it. */
const floor = ['chrome105', 'firefox115', 'safari15.4'];

const routerFolder = resolve(import.meta.dirname, 'node_modules/react-router/dist/production');
const productionRouter = [
  { find: /^react-router$/, replacement: resolve(routerFolder, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: resolve(routerFolder, 'dom-export.mjs') },
];

/** Builds the browser client into dist/client; the server serves it from memory (server/http/ready-answer.ts). */
export default defineConfig(({ command, isSsrBuild }) => {
  // A build is for production, whatever the environment of whoever builds says: React's development build renders pages at
  // less than half the speed. Vite and its plugins ask the environment, after this function has run.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: 'client',
    plugins: [compileWords(), react(), rowsForBrowsers(), preloadFonts(), precompress()],
    css: {
      postcss: { plugins: [writeNamedWidths(namedWidths)] },
      // A name of a class stands in every page many times. While developing it says where it is from.
      ...(command === 'build' && { modules: { generateScopedName: '[hash:base64:6]' } }),
    },
    // In a bundle for the server Vite would leave the question to the day on which it runs, and carry both builds.
    ...(command === 'build' && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
    resolve: {
      alias: [
        { find: /^zod$/, replacement: resolve(import.meta.dirname, 'client/api/zod-without-eval.ts') },
        // The package names its development build for everything; the other one is a fifth smaller.
        ...(command === 'build' ? productionRouter : []),
      ],
    },
    build: {
      outDir: '../dist/client',
      emptyOutDir: true,
      // The floor of docs/product.md §25: that of the public pages, since they share chunks with the admin area.
      target: floor,
      cssTarget: floor,
      // CSP has no `data:` for fonts or scripts: every asset is a file of our own origin.
      assetsInlineLimit: 0,
      manifest: true,
      // The scripts of a page are few, and no page waits for them.
      modulePreload: { polyfill: false },
      ...(!isSsrBuild && {
        rolldownOptions: {
          input: [
            resolve(import.meta.dirname, 'client/index.html'),
            resolve(import.meta.dirname, 'client/boot.ts'),
          ],
          output: { codeSplitting: { groups: chunkGroups } },
        },
      }),
    },
    // PDF.js starts its worker as a module.
    worker: { format: 'es' },
    // The server's bundle stands alone: what renders pages needs no package at run time.
    ssr: { noExternal: true, target: 'node' },
  };
});

/**
 * Writes `.br` and `.gz` beside every text file of the browser build where they are smaller. Compressing while a
 * visitor waits costs milliseconds per file and never affords the best level.
 */
function precompress(): Plugin {
  const texts = new Set([
    '.html',
    '.js',
    '.mjs',
    '.css',
    '.svg',
    '.json',
    '.map',
    '.txt',
    '.xml',
    '.webmanifest',
  ]);
  let outDir = '';
  return {
    name: 'precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error?: Error) {
      // A build that failed is told by its own error, and may have left no folder.
      if (error || !existsSync(outDir)) return;
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const hidden = relative(outDir, path)
          .split(sep)
          .some((part) => part.startsWith('.'));
        if (!entry.isFile() || hidden || !texts.has(extname(entry.name))) continue;
        const plain = await readFile(path);
        const smaller = async (suffix: string, packed: Promise<Buffer>) => {
          const bytes = await packed;
          if (bytes.length < plain.length) await writeFile(path + suffix, bytes);
        };
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        };
        await Promise.all([
          smaller('.br', promisify(brotliCompress)(plain, { params })),
          smaller('.gz', promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })),
        ]);
      }
    },
  };
}
