import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import { KIB } from '#shared/limits.ts';
import { isKnownRoute } from '#shared/routes.ts';
import { assertRead, StartError } from '../errors.ts';
import { wantsPage } from './errors.ts';
import { noteFindings } from './requests.ts';

/** An answer that is complete in memory: a built file, a picture, or an answer that is the same for all visitors. */
export interface ReadyAnswer {
  readonly type: string;
  readonly cacheControl: string;
  /** Further headers; they replace the headers of the same name that all answers have. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly etag: string;
  /** The body in each coding that was built, or requested so far. */
  readonly bodies: { identity: Buffer } & Partial<Record<Coding, Buffer>>;
  /** True if the body is sent in the coding that a browser prefers. */
  readonly isPacked?: boolean;
  /** Name of the contract row, for log and metrics. */
  readonly row?: string;
}

/** Smallest body that is compressed, in bytes. A smaller one fits into one packet in any coding. */
const smallestPacked = 1_200;

/** Prepares an answer. Its ETag is weak, because the same answer has other bytes in another coding. */
export function readyAnswer(identity: Buffer, described: Omit<ReadyAnswer, 'etag' | 'bodies'>): ReadyAnswer {
  const isPacked = described.isPacked && identity.length >= smallestPacked;
  return { ...described, isPacked, etag: etagOf(identity), bodies: { identity } };
}

export function etagOf(body: Buffer) {
  return `W/"${contentHash(body)}"`;
}

/** Returns how much memory an answer uses, including its compressed bodies, in bytes (an estimate). */
export function bytesOf({ bodies }: ReadyAnswer) {
  return Math.ceil(bodies.identity.length * 1.5) + 2_048;
}

/** Returns the coding in which a browser gets this answer. */
export function codingFor({ isPacked }: ReadyAnswer, accepted?: string) {
  return isPacked ? chooseCoding(accepted) : 'identity';
}

/** Compresses the body, unless an earlier request did. The first caller waits for it. */
async function bodyIn({ bodies }: ReadyAnswer, coding: Coding) {
  if (coding === 'identity') return bodies.identity;
  bodies[coding] ??= await packers[coding](bodies.identity);
  return bodies[coding];
}

/** Returns the answer that replaces an older one: the older one itself, already compressed, if nothing has changed. */
export function renewedAnswer<Value extends { prepared?: ReadyAnswer }>(before: Value, made: Value) {
  const described = ({ prepared }: Value) => JSON.stringify({ ...prepared, bodies: undefined });
  return described(before) === described(made) && before.prepared ? before : made;
}

/** Returns the headers of an answer that do not depend on the request. */
export function headersOf({ type, cacheControl, headers, etag, isPacked }: ReadyAnswer): [string, string][] {
  const { Vary, ...own } = headers ?? {};
  const vary = [Vary, isPacked && 'Accept-Encoding'].filter(Boolean).join(', ');
  return Object.entries({
    'Content-Type': type,
    'Cache-Control': cacheControl,
    ...own,
    ...(vary && { Vary: vary }),
    ETag: etag,
  });
}

/** Source of a served answer (cache or new), and its age in milliseconds. */
interface Served {
  state: 'hit' | 'stale' | 'miss';
  ageMs: number;
}

/**
 * Sends the answer over a response on which only status and the headers common to all answers are set, or 304 if the
 * browser has it. `served` of a shared answer is stated in X-Cache and Age (RFC 9111 §5.1).
 */
export async function sendReady(
  req: IncomingMessage,
  res: ServerResponse,
  answer: ReadyAnswer,
  served?: Served,
) {
  const vary = res.getHeader('Vary');
  for (const [name, value] of headersOf(answer))
    res.setHeader(name, name === 'Vary' && vary ? `${vary}, ${value}` : value);
  if (served) {
    noteFindings(res, { cache: served.state });
    res.setHeader('X-Cache', served.state.toUpperCase());
    if (served.state !== 'miss') res.setHeader('Age', String(Math.floor(served.ageMs / 1000)));
  }
  // A page that was made for this request alone is not asked for again by its ETag.
  const isForOnce = !served && answer.cacheControl.includes('no-store');
  if (res.statusCode !== 200 || isForOnce) res.removeHeader('ETag');
  else if (matchesEtag(req.headers['if-none-match'], answer.etag)) {
    res.removeHeader('Content-Type');
    res.statusCode = 304;
    res.end();
    return;
  }
  const coding = codingFor(answer, req.headers['accept-encoding']);
  const body = await bodyIn(answer, coding);
  if (res.destroyed) return;
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding);
  sendBytes(res, body);
}

export type Coding = 'br' | 'gzip' | 'identity';

/**
 * Chooses the coding of an answer: of those that the browser names, the one with the smaller file. Browsers name all
 * that they read; a wish between two of them (`q`) is not looked at, but one that is refused (`q=0`) is not sent. A
 * browser that refuses identity too gets it all the same, because a readable answer is more useful than 406.
 */
export function chooseCoding(header = ''): Coding {
  if (accepted.br.test(header)) return 'br';
  return accepted.gzip.test(header) ? 'gzip' : 'identity';
}

/** Matches a header that names this coding and does not refuse it. */
const naming = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
const accepted = { br: naming('br'), gzip: naming('gzip') };

/** They compress a body while its reader waits. Files are compressed more strongly, once, by the build (vite.config.ts). */
const packers = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // The strongest compression that takes no more than a millisecond or two per page.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 4 }),
};

/**
 * Largest body in bytes that is copied to be written together with the head. For a larger body the copy costs more
 * than a second write.
 */
const copiedBytes = 16 * KIB;

/** Ends a response with these bytes. Node leaves out the body of an answer to HEAD. */
export function endWithBytes(res: ServerResponse, bytes: Buffer) {
  // A short body is written as text, because Node joins the head with a text into one write, but not with a buffer.
  // In Latin-1 each byte is one character.
  if (bytes.length <= copiedBytes) res.end(bytes.toString('latin1'), 'latin1');
  else res.end(bytes);
}

/** Ends a response with these bytes and their length, which an answer to HEAD has too. */
function sendBytes(res: ServerResponse, bytes: Buffer) {
  res.setHeader('Content-Length', bytes.length);
  endWithBytes(res, bytes);
}

/** Sends JSON that is already in bytes, or 304 if the browser has the same answer. */
export function sendJsonBytes(res: Response, bytes: Buffer) {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (res.req.fresh) res.send(bytes);
  else sendBytes(res, bytes);
}

/**
 * Returns a name for bytes that depends only on the bytes: 162 bits of their SHA-256, in characters that may occur in
 * an ETag and a URL.
 */
export function contentHash(bytes: string | NodeJS.ArrayBufferView) {
  return hash('sha256', bytes, 'base64url').slice(0, 27);
}

/** True if the header names this ETag (RFC 9110 §13.1.2): the comparison is weak, and `*` matches any ETag. */
export function matchesEtag(header: string | undefined, etag: string) {
  const matching = ['*', etag.replace(/^W\//, '')];
  return header?.split(',').some((part) => matching.includes(part.trim().replace(/^W\//, ''))) ?? false;
}

/** The built client, whose files are held in memory. */
export type StaticClient = Awaited<ReturnType<typeof loadStaticClient>>;

/**
 * Reads the built client. Throws if it was not built: a server without pages would look healthy and serve nothing.
 */
export async function loadStaticClient(dir: string) {
  const indexHtml = await readFile(join(dir, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new StartError(`There is no built client in ${dir}. Run \`npm run build\` first.`, { cause });
  });
  const read = await readStaticFiles(dir);
  const shell = read.get('/index.html') as ReadyAnswer;
  read.delete('/index.html');
  /** Files by raw URL path. index.html is not among them, because /index.html is not an address of the site. */
  const files: ReadonlyMap<string, ReadyAnswer> = read;
  /** `shell` is index.html, the document from which every page starts, and `indexHtml` its text. */
  return { dir, files, shell, indexHtml };
}

/**
 * Serves the built client from memory. Files are found by their exact path, so no path can lead outside. For the
 * routes of docs/product.md §2, index.html is sent with 200. A browser that requests any other page gets index.html
 * with 404, and the client shows its own not-found page. A missing file under /assets is never answered with
 * index.html: if an old tab requests a chunk of the last release, it has to see an error.
 */
export function serveClient(client: StaticClient): RequestHandler {
  return async (req, res, next) => {
    const { path } = req;
    const found = client.files.get(path) ?? (isKnownRoute(path) ? client.shell : undefined);
    if (found) {
      assertRead(req.method);
      await sendReady(req, res, found);
    } else if (wantsPage(req, res))
      await sendReady(req, res.status(404), { ...client.shell, cacheControl: 'no-store' });
    else next();
  };
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
  const files = new Map<string, ReadyAnswer>();
  const { pathname: root } = pathToFileURL(dir);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = pathToFileURL(file).pathname.slice(root.length);
    const isPackedCopy = /\.(br|gz)$/.test(file) && existsSync(file.slice(0, -3));
    if (!entry.isFile() || isPackedCopy || path.includes('/.')) continue;
    const isPacked = existsSync(`${file}.br`) && existsSync(`${file}.gz`);
    const answer = readyAnswer(await readFile(file), {
      type: types[extname(file).toLowerCase()] ?? 'application/octet-stream',
      // Vite puts a hash of the content into every file name under /assets, so such a file never changes.
      cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (isPacked)
      Object.assign(answer.bodies, { br: await readFile(`${file}.br`), gzip: await readFile(`${file}.gz`) });
    files.set(path, { ...answer, isPacked });
  }
  return files;
}
