import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Coding, codings } from './accept-encoding.ts';
import { contentHash } from './etag.ts';

/** One version of a file: uncompressed, or compressed at build time. */
interface Variant {
  body: Buffer;
  /** A strong ETag. It differs for each coding, because the bytes differ (RFC 9110 §8.8.3.3). */
  etag: string;
}

/** A file that is complete in memory, such as one of the built client. */
export interface StaticFile {
  type: string;
  cacheControl: string;
  /** Additional headers, which replace the common headers of the same name. */
  headers?: Readonly<Record<string, string>>;
  variants: Partial<Record<Coding, Variant>> & { identity: Variant };
}

/** Makes a file of bytes. A text is compressed, once, with the Brotli quality `brotli`. */
export function staticFile(
  body: Buffer,
  { brotli, ...described }: Omit<StaticFile, 'variants'> & { brotli?: number },
): StaticFile {
  const hash = contentHash(body);
  return {
    ...described,
    variants: {
      identity: { body, etag: `"${hash}"` },
      ...(brotli && {
        br: {
          body: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotli } }),
          etag: `"${hash}-br"`,
        },
        gzip: { body: gzipSync(body), etag: `"${hash}-gzip"` },
      }),
    },
  };
}

const suffixes: Record<Coding, string> = { br: '.br', gzip: '.gz', identity: '' };

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/**
 * Reads every file under `dir` together with its compressed versions, and returns them by raw URL path. Files and
 * folders whose name begins with a dot (e.g. Vite's manifest) are needed only by the build, and left out.
 */
export async function readStaticFiles(dir: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((name) => !name.split(sep).some((part) => part.startsWith('.')));
  const present = new Set(names);
  const files = new Map<string, StaticFile>();
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
): Promise<StaticFile> {
  const identity = await readFile(join(dir, name));
  const hash = contentHash(identity);
  const variants: StaticFile['variants'] = { identity: { body: identity, etag: `"${hash}"` } };
  for (const coding of codings) {
    const sibling = name + suffixes[coding];
    if (coding === 'identity' || !present.has(sibling)) continue;
    variants[coding] = { body: await readFile(join(dir, sibling)), etag: `"${hash}-${coding}"` };
  }
  return {
    type: types[extname(name).toLowerCase()] ?? 'application/octet-stream',
    // Vite puts a hash of the content into every file name under /assets, so such a file never changes.
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    variants,
  };
}
