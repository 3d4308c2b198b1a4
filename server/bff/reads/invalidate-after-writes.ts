import type { RequestHandler } from 'express';
import type { Cause } from '../../http/causes.ts';
import { findingsOf } from '../../http/request-notes.ts';
import { callOf } from '../call.ts';
import { beforeHeaders } from '../session/before-headers.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Causes of failures that occur before any byte of the call is sent, so that nothing can have changed at the host.
 */
const unsent: ReadonlySet<Cause | undefined> = new Set<Cause>(['refused', 'dns', 'tls', 'breaker_open']);

/**
 * Purges cached answers after an admin's write, before the write is answered, so that the admin sees the change.
 * Purges also if the call is cut off, because the host may have executed it, but not if the call could not be sent.
 * While the call runs, answers on disk are marked as invalid (`hold`), so that a process that is killed during the
 * call leaves no outdated answers for the next process.
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
