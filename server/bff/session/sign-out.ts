import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import type { Config } from '../../config.ts';
import { isUnavailable } from '../../database/errors.ts';
import { AppError, assertThat } from '../../errors.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf } from '../call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Session, Sessions } from './session.ts';
import { sessionCallHeaders } from './upstream-headers.ts';

/**
 * How long the sign-out call to the API host may take, in milliseconds. The answer to the browser does not wait for
 * it.
 */
const tellWithinMs = 5_000;

/**
 * Handles `POST /api/logout`: the session is revoked in the database before the answer is sent. A call without a
 * session succeeds too, because the visitor is already signed out. The answer has no Clear-Site-Data header, which
 * would delete unsaved drafts.
 */
export function signOut(
  sessions: Sessions,
  upstream: Upstream,
  config: Pick<Config, 'UPSTREAM_LOGOUT_PATH'>,
  log: Logger,
): RequestHandler {
  async function tellUpstream(req: Request, res: Response, session: Session): Promise<void> {
    const answer = await upstream.request({
      method: 'POST',
      path: config.UPSTREAM_LOGOUT_PATH,
      row: contract.logout,
      headers: sessionCallHeaders(req, res, upstream, { session }),
      signal: AbortSignal.timeout(tellWithinMs),
    });
    answer.body.on('error', () => {}).destroy();
    if (answer.status >= 400) throw new Error(`sign-out was answered with ${answer.status}`);
  }

  return async (req, res) => {
    const { session } = callOf(res);
    sessions.clear(res);
    if (session) {
      // The host is called first, so that it revokes the token even if this site's database cannot record the
      // revocation.
      tellUpstream(req, res, session).catch((error: unknown) =>
        log.warn(
          { id: requestIdOf(res), reason: String(error) },
          'the API host could not be notified of a sign-out',
        ),
      );
      // If the revocation cannot be recorded, the answer is an error. The browser is signed out, and this process
      // refuses the session, but after a restart a copy of the cookie would be valid again.
      assertThat(await sessions.revoke(session).catch(throwAway), 'storage.full', 507);
    }
    res.status(200).json({ status: 1 });
  };
}

function throwAway(error: unknown): never {
  throw isUnavailable(error)
    ? new AppError('storage.away', 503, { cause: error, headers: { 'Retry-After': '5' } })
    : error;
}
