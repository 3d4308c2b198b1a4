import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';
import { contract } from '#shared/contract/index.ts';
import { callOf } from '../call.ts';
import { beforeHeaders } from './before-headers.ts';
import type { Sessions } from './session.ts';

/** What a page asks by itself, however long nobody is there. */
const watches: ReadonlySet<string> = new Set([
  contract.siteStatus.name,
  contract.deskCounts.name,
  contract.live.name,
  contract.blogSchedules.name,
  contract.jobSchedules.name,
]);

/**
 * Opens the session cookie, notes the session on the call and moves its sliding life on. Asking who is signed in, how the
 * site is doing, what waits, or what is planned, is no activity: a forgotten tab that asks now and then would keep its session for ever. A cookie that does not
 * open is as if absent; the browser is told to drop it when the answer is 401 or when the session is asked for.
 */
export function openSession(sessions: Sessions): RequestHandler {
  const parseCookies = cookieParser();
  return async (req, res, next) => {
    parseCookies(req, res, () => {});
    const sealed: unknown = req.cookies[sessions.cookieName];
    if (sealed === undefined) return next();

    const call = callOf(res);
    const isProbe = call.row?.name === contract.session.name;
    // It moves the life on itself, at once and not only when it is due.
    const isRenewal = call.row?.name === contract.renewSession.name;
    const isWatch = watches.has(call.row?.name ?? '');
    const session = await sessions.open(sealed);
    if (session) {
      call.session = session;
      // What a session reads is for that person only; later passes may not loosen this.
      res.setHeader('Cache-Control', 'no-store');
      if (!isProbe && !isRenewal && !isWatch) await sessions.renew(res, session);
    } else {
      beforeHeaders(res, (status) => {
        if (status === 401 || isProbe) sessions.clear(res);
      });
    }
    next();
  };
}
