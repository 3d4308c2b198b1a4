import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { isKnownRoute } from '#shared/routes.ts';
import { methodNotAllowed, StartError } from '../errors.ts';
import { wantsPage } from './errors.ts';
import { type ReadyAnswer, readyAnswer, sendReady } from './ready-answer.ts';

/** The built client, whose files are held in memory. */
export type StaticClient = Awaited<ReturnType<typeof loadStaticClient>>;

/**
 * Reads the built client. Throws if it was not built: a server without pages would look healthy and serve nothing.
 */
export async function loadStaticClient(dir: string) {
  const read = await readStaticFiles(dir).catch((cause: unknown) => {
    throw notBuilt(dir, cause);
  });
  const shell = read.get('/index.html');
  if (!shell) throw notBuilt(dir);
  read.delete('/index.html');
  /** Files by raw URL path. index.html is not among them, because /index.html is not an address of the site. */
  const files: ReadonlyMap<string, ReadyAnswer> = read;
  return {
    dir,
    files,
    /** index.html: the document from which every page starts. */
    shell,
    /** Text of index.html. */
    indexHtml: shell.bodies.identity.toString('utf8'),
  };
}

/**
 * Serves the built client from memory. Files are found by their exact path, so no path can lead outside. For the
 * routes of docs/product.md §2, index.html is sent with 200. A browser that requests any other page gets index.html
 * with 404, and the client shows its own not-found page. A missing file under /assets is never answered with
 * index.html: if an old tab requests a chunk of the last release, it has to see an error.
 */
export function serveClient(client: StaticClient): RequestHandler {
  return (req, res, next) => {
    const { path } = req;
    const file = client.files.get(path);
    const route = file === undefined && isKnownRoute(path);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      next(file || route ? methodNotAllowed(req.method) : undefined);
      return;
    }
    if (file) {
      sendReady(req, res, file).catch(next);
    } else if (route) {
      sendReady(req, res, client.shell).catch(next);
    } else if (wantsPage(req, res)) {
      sendReady(req, res.status(404), { ...client.shell, cacheControl: 'no-store' }).catch(next);
    } else {
      next();
    }
  };
}

function notBuilt(dir: string, cause?: unknown) {
  return new StartError(`There is no built client in ${dir}. Run \`npm run build\` first.`, { cause });
}

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
async function readStaticFiles(dir: string) {
  const names = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((name) => !/(?:^|\/)\./.test(name));
  const read = (name: string) => readFile(join(dir, name));
  const files = new Map<string, ReadyAnswer>();
  for (const name of names) {
    if (/\.(br|gz)$/.test(name) && names.includes(name.slice(0, -3))) continue;
    const path = `/${name.split('/').map(encodeURIComponent).join('/')}`;
    const isPacked = names.includes(`${name}.br`) && names.includes(`${name}.gz`);
    const file = {
      ...readyAnswer(await read(name), {
        type: types[extname(name).toLowerCase()] ?? 'application/octet-stream',
        // Vite puts a hash of the content into every file name under /assets, so such a file never changes.
        cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
      isPacked,
    };
    if (isPacked)
      Object.assign(file.bodies, { br: await read(`${name}.br`), gzip: await read(`${name}.gz`) });
    files.set(path, file);
  }
  return files;
}
