import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';
import { contract } from '#shared/contract/index.ts';
import { callOf } from '../call.ts';
import { beforeHeaders } from './before-headers.ts';
import type { Sessions } from './session.ts';

/** Calls that a page makes without user activity. */
const watches: ReadonlySet<string> = new Set([
  contract.siteStatus.name,
  contract.deskCounts.name,
  contract.live.name,
  contract.blogSchedules.name,
  contract.jobSchedules.name,
]);

/**
 * Opens the session cookie, notes the session on the call and extends its sliding life. Reads of the signed-in user,
 * the site's status, the waiting items or the schedule are not activity: otherwise a forgotten tab that polls would
 * extend its session forever. A cookie that cannot be opened counts as absent, and is cleared if the answer is 401 or
 * if the call reads the session.
 */
export function openSession(sessions: Sessions): RequestHandler {
  const parseCookies = cookieParser();
  return async (req, res, next) => {
    parseCookies(req, res, () => {});
    const sealed: unknown = req.cookies[sessions.cookieName];
    if (sealed === undefined) return next();

    const call = callOf(res);
    const isProbe = call.row?.name === contract.session.name;
    // Extends the session itself, immediately instead of only when due.
    const isRenewal = call.row?.name === contract.renewSession.name;
    const isWatch = watches.has(call.row?.name ?? '');
    const session = await sessions.open(sealed);
    if (session) {
      call.session = session;
      // A session's reads are for that person only; later passes must not loosen this.
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
