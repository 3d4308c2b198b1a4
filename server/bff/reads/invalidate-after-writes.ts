import type { RequestHandler } from 'express';
import type { Cause } from '../../http/causes.ts';
import { findingsOf } from '../../http/request-notes.ts';
import { callOf } from '../call.ts';
import { beforeHeaders } from '../session/before-headers.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Causes of failures before a byte of the call was sent: nothing has changed at the host. */
const unsent: ReadonlySet<Cause | undefined> = new Set<Cause>(['refused', 'dns', 'tls', 'breaker_open']);

/**
 * Purges cached answers before an admin's write is answered, so that everyone who knows of the change sees it, and
 * again if the call is cut off, since the host may have executed it. A call that could not be sent changed nothing
 * and purges nothing: an admin who tries to save while the host is down must not cost visitors their pages. Answers
 * on disk are invalid from before the call is sent until its end (`hold`): a process that is killed in between leaves
 * no outdated answer to the next one.
 */
export function invalidateAfterWrites(
  forget: () => void,
  hold: () => (isUnchanged: boolean) => void = () => () => {},
): RequestHandler {
  return (req, res, next) => {
    const { row, session } = callOf(res);
    if (session && row?.origin !== 'session' && !safeMethods.has(req.method)) {
      const release = hold();
      let isUnsent = false;
      beforeHeaders(res, (status) => {
        isUnsent = status >= 500 && unsent.has(findingsOf(res).why?.at(-1)?.cause);
        if (!isUnsent) forget();
      });
      res.once('close', () => {
        if (!res.writableFinished) forget();
        release(isUnsent && res.writableFinished);
      });
    }
    next();
  };
}
