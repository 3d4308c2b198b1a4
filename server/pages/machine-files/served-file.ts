import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../../errors.ts';
import { endWithBytes } from '../../http/end-with.ts';
import { contentHash, matchesEtag } from '../../http/etag.ts';

/** A small file that is made while the server runs. */
export interface ServedFile {
  body: Buffer;
  /** Content-Type, with charset for texts. */
  type: string;
  /** How long clients may cache the file, in seconds. */
  maxAge: number;
  /** Strong ETag. */
  etag: string;
  /** True if pages of other sites may show the file; the default headers forbid it (http/security-headers.ts). */
  forOtherSites?: boolean;
}

/** Makes the file, or rejects with AppError. */
export type MakeFile = (req: Request, res: Response) => ServedFile | Promise<ServedFile>;

export function servedFile(body: string | Buffer, type: string, maxAge: number): ServedFile {
  const bytes = Buffer.from(body);
  const hash = contentHash(bytes);
  return { body: bytes, type, maxAge, etag: `"${hash}"` };
}

/**
 * Answers GET and HEAD of the paths that `find` knows. Another method gets 405; other paths go to the next pass. The
 * path is raw: nothing is decoded, so each file has one address.
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
