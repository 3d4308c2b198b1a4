import type { Request, RequestHandler, Response } from 'express';
import { methodNotAllowed } from '../../errors.ts';
import { type ReadyAnswer, readyAnswer, sendReady } from '../../http/ready-answer.ts';

/** Makes the file. Throws AppError, or rejects with it, if that fails. */
export type MakeFile = (req: Request, res: Response) => ReadyAnswer | Promise<ReadyAnswer>;

/** Returns a file that clients may cache for `maxAge` seconds. */
export function servedFile(body: string | Buffer, type: string, maxAge: number): ReadyAnswer {
  return readyAnswer(Buffer.from(body), { type, cacheControl: `public, max-age=${maxAge}` });
}

/**
 * Answers GET and HEAD for the paths that `find` knows; other methods get 405. Other paths go to the next pass. The
 * path is not decoded, so that each file has only one address.
 */
export function serveFiles(find: (path: string) => MakeFile | undefined): RequestHandler {
  return async (req, res, next) => {
    const make = find(req.originalUrl.split('?', 1)[0] ?? '');
    if (!make) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method);
    const file = await make(req, res);
    if (!res.destroyed) await sendReady(req, res, file);
  };
}
