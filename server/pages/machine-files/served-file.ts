import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../../errors.ts';
import { endWithBytes } from '../../http/end-with.ts';
import { contentHash, matchesEtag } from '../../http/etag.ts';

/** A small file that is made by the running server. */
export interface ServedFile {
  body: Buffer;
  /** Content-Type; with charset for text files. */
  type: string;
  /** How long clients may cache the file, in seconds. */
  maxAge: number;
  /** Strong ETag. */
  etag: string;
  /** True if pages of other sites may show the file, which the default headers forbid (http/security-headers.ts). */
  forOtherSites?: boolean;
}

/** Makes the file. Throws AppError, or rejects with it, if that fails. */
export type MakeFile = (req: Request, res: Response) => ServedFile | Promise<ServedFile>;

export function servedFile(body: string | Buffer, type: string, maxAge: number): ServedFile {
  const bytes = Buffer.from(body);
  const hash = contentHash(bytes);
  return { body: bytes, type, maxAge, etag: `"${hash}"` };
}

/**
 * Answers GET and HEAD for the paths that `find` knows; other methods get 405. Other paths go to the next pass. The
 * path is not decoded, so that each file has only one address.
 */
export function serveFiles(find: (path: string) => MakeFile | undefined): RequestHandler {
  return (req, res, next) => {
    const make = find(req.originalUrl.split('?', 1)[0] ?? '');
    if (!make) next();
    else if (req.method !== 'GET' && req.method !== 'HEAD') next(methodNotAllowed(req.method));
    else answer(make, req, res).catch(next);
  };
}

async function answer(make: MakeFile, req: Request, res: Response): Promise<void> {
  const { body, type, maxAge, etag, forOtherSites } = await make(req, res);
  if (res.destroyed) return;
  res.set({ 'Cache-Control': `public, max-age=${maxAge}`, ETag: etag });
  if (forOtherSites) res.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (matchesEtag(req.headers['if-none-match'], etag)) {
    res.status(304).end();
    return;
  }
  res.set({ 'Content-Type': type, 'Content-Length': String(body.length) });
  endWithBytes(res, body);
}

function methodNotAllowed(method: string): AppError {
  const allow = 'GET, HEAD';
  return new AppError('request.methodNotAllowed', 405, {
    values: { method, allow },
    headers: { Allow: allow },
  });
}
