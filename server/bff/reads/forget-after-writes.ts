import type { RequestHandler } from 'express';
import { callOf } from '../call.ts';
import { beforeHeaders } from '../session/before-headers.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * An admin who has changed something sees it at once, and so does everybody else: kept answers are forgotten before the answer to
 * the call goes out, so that whoever knows that it was done finds it done. And once more at its end, however it ended: a call
 * that was cut off may have been carried out.
 */
export function forgetAfterWrites(forget: () => void): RequestHandler {
  return (req, res, next) => {
    const { row, session } = callOf(res);
    if (session && row?.origin !== 'session' && !safeMethods.has(req.method)) {
      beforeHeaders(res, forget);
      res.once('close', () => {
        if (!res.writableFinished) forget();
      });
    }
    next();
  };
}
