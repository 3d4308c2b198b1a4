import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type ReadyAnswer, readyAnswer } from './ready-answer.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Reads every file under `dir` together with its compressed versions, and returns them by raw URL path. Files and
 * folders whose name begins with a dot (e.g. Vite's manifest) are needed only by the build, and left out.
 */
export async function readStaticFiles(dir: string): Promise<Map<string, ReadyAnswer>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(sep).some((part) => part.startsWith('.')));
  const present = new Set(names);
  const files = new Map<string, ReadyAnswer>();
  for (const name of names) {
    const original = name.replace(/\.(br|gz)$/, '');
    if (original !== name && present.has(original)) continue;
    const path = `/${name.split(sep).map(encodeURIComponent).join('/')}`;
    files.set(path, await readStaticFile(dir, name, path, present));
  }
  return files;
}

async function readStaticFile(
  dir: string,
  name: string,
  path: string,
  present: ReadonlySet<string>,
): Promise<ReadyAnswer> {
  const isPacked = present.has(`${name}.br`) && present.has(`${name}.gz`);
  const file = {
    ...readyAnswer(await readFile(join(dir, name)), {
      type: types[extname(name).toLowerCase()] ?? 'application/octet-stream',
      // Vite puts a hash of the content into every file name under /assets, so such a file never changes.
      cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }),
    isPacked,
  };
  if (isPacked) {
    file.bodies.br = await readFile(join(dir, `${name}.br`));
    file.bodies.gzip = await readFile(join(dir, `${name}.gz`));
  }
  return file;
}
