import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';
import { contract } from '#shared/contract/index.ts';
import { callOf } from '../call.ts';
import { beforeHeaders } from './before-headers.ts';
import type { Sessions } from './sessions.ts';

/** Names of the calls that a page makes by itself, without any action of the user. */
const watches: ReadonlySet<string> = new Set([
  contract.siteStatus.name,
  contract.deskCounts.name,
  contract.live.name,
  contract.blogSchedules.name,
  contract.jobSchedules.name,
]);

/**
 * Opens the session cookie, stores the session in the call, and extends the session's sliding life. Calls that a page
 * makes by itself, such as reads of the site's status, do not extend it: otherwise a forgotten tab would keep its
 * session alive until the absolute life ends. A cookie that cannot be opened counts as absent. It is cleared if the
 * answer is 401 or if the call reads the session.
 */
export function openSession(sessions: Sessions): RequestHandler {
  const parseCookies = cookieParser();
  return async (req, res, next) => {
    parseCookies(req, res, () => {});
    const sealed: unknown = req.cookies[sessions.cookieName];
    if (sealed === undefined) return next();

    const call = callOf(res);
    const isProbe = call.row?.name === contract.session.name;
    // The `renewSession` call extends the session itself: immediately, and not only when an extension is due.
    const isRenewal = call.row?.name === contract.renewSession.name;
    const isWatch = watches.has(call.row?.name ?? '');
    const session = await sessions.open(sealed);
    if (session) {
      call.session = session;
      // The answer to a call with a session is for one person only. Later passes must not replace `no-store` by a
      // weaker cache rule.
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
