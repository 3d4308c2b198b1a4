import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../../errors.ts';
import { methodNotAllowed } from '../calls.ts';
import { placeOfAddress } from './addresses.ts';
import { goneSignal, sendBytes } from './send-bytes.ts';
import type { ByteRange, FileStorage, StoredFile } from './storage/file-storage.ts';

const yearSeconds = 31_536_000;

/**
 * Serves stored files under /storage, with ranges and validators (RFC 9110 §13 and §14). A path must have exactly the form of an address
 * that the engine gives; there is no other way to the storage, and none to private files. Names are never used twice, so answers never
 * grow old.
 */
export function serveMedia(storage: FileStorage): RequestHandler {
  return async (req, res, next) => {
    if (req.path !== '/storage' && !req.path.startsWith('/storage/')) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method, ['GET', 'HEAD']);
    const place = placeOfAddress(req.path);
    if (!place) throw new AppError('request.notFound', 404);
    const gone = goneSignal(res);
    try {
      await serve(req, res, { type: place.type, gone });
    } catch (error) {
      if (!gone.aborted) throw error;
    }
  };

  async function serve(req: Request, res: Response, { type, gone }: { type: string; gone: AbortSignal }) {
    const found = await storage.stat(req.path, gone);
    if (!found) throw new AppError('request.notFound', 404);
    const validators = { etag: found.etag, 'last-modified': found.modified.toUTCString() };
    res.set({ 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' });
    if (hasChanged(req, validators)) {
      res.status(412).end();
      return;
    }
    const range = rangeOf(req, found, validators);
    if (range === 'unsatisfiable') {
      res.status(416).set('content-range', `bytes */${found.size}`).end();
      return;
    }
    const rules = { ...validators, 'cache-control': `public, max-age=${yearSeconds}, immutable` };
    // What Express compares the request's validators with.
    res.set(rules);
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    // Opened before anything is said: what is removed at this moment is still a 404.
    const body = req.method === 'GET' ? await open(req.path, res, { range, gone, rules }) : undefined;
    res.status(range ? 206 : 200).set({
      'content-type': type,
      'content-length': String(range ? range.end - range.start + 1 : found.size),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${found.size}` }),
    });
    if (body) await sendBytes(body, res, gone);
    else res.end();
  }

  async function open(
    address: string,
    res: Response,
    { range, gone, rules }: { range: ByteRange | undefined; gone: AbortSignal; rules: object },
  ) {
    try {
      const body = await storage.open(address, range, gone);
      if (body) return body;
      throw new AppError('request.notFound', 404);
    } catch (error) {
      for (const name of Object.keys(rules)) res.removeHeader(name);
      throw error;
    }
  }
}

interface Validators {
  etag: string;
  'last-modified': string;
}

/** If-Match and If-Unmodified-Since: true when the reader's file is another one. */
function hasChanged({ headers }: Request, validators: Validators): boolean {
  const match = headers['if-match'];
  if (match !== undefined) {
    const tags = match.split(',').map((tag) => tag.trim());
    return match !== '*' && !tags.some((tag) => plain(tag) === plain(validators.etag));
  }
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Date.parse(validators['last-modified']) > since;
}

/** The one range that is asked for; undefined for the whole file, which also answers several. */
function rangeOf(
  req: Request,
  { size }: StoredFile,
  validators: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  const ifRange = req.headers['if-range'];
  if (typeof ifRange === 'string') {
    const isSame = ifRange.includes('"')
      ? plain(ifRange) === plain(validators.etag)
      : Date.parse(validators['last-modified']) <= Date.parse(ifRange);
    if (!isSame) return undefined;
  }
  const ranges = req.range(size, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** A folder's validator is weak only because a clock is coarse: the bytes of an address never change. */
function plain(etag: string): string {
  return etag.replace(/^W\//, '');
}
