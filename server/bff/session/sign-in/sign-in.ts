import { type RequestHandler, Router } from 'express';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { callOf } from '../../call.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { accountOf } from '../devices.ts';
import type { Sessions } from '../session.ts';
import { sessionCallHeaders } from '../upstream-headers.ts';
import { askUpstream } from './ask-upstream.ts';
import { credentialsOf, readCredentials } from './credentials.ts';
import { createLoginThrottle } from './throttle.ts';

/**
 * `POST /api/login`: the API host judges the credentials; its token goes into the sealed cookie, the rest of its answer
 * to the browser. The exchange goes on when the browser leaves: leaving early must not keep a guess from being counted.
 */
export function signIn(
  sessions: Sessions,
  upstream: Upstream,
  config: Pick<Config, 'UPSTREAM_LOGIN_PATH'>,
  now: () => number = Date.now,
): RequestHandler {
  const throttle = createLoginThrottle({
    knownDevice: (req) => sessions.devices.known(req, accountOf(credentialsOf(req).email)),
    now,
  });

  const ask: RequestHandler = async (req, res) => {
    const asked = now();
    // Built anew, so that the host reads the very email that was counted, whatever else the body held.
    const body = Buffer.from(JSON.stringify(credentialsOf(req)));
    const headers = sessionCallHeaders(req, res, upstream, {
      body: { contentType: 'application/json', length: body.length },
    });
    const outcome = await askUpstream(upstream, config.UPSTREAM_LOGIN_PATH, headers, body).catch((error) => {
      throttle.forgive(req);
      throw error;
    });
    if (outcome.wrong) throw new AppError('login.wrong', 401);
    throttle.succeeded(req);

    const user = outcome.user ?? { email: credentialsOf(req).email };
    const account = accountOf(credentialsOf(req).email);
    await sessions.start(res, outcome.token, user, account);
    // As of the moment of asking: if the password is changed meanwhile, this browser does not count as known.
    await sessions.devices.remember(res, account, asked);
    // The old session of this browser ends: one cookie, one session (session fixation, CWE-384).
    const before = callOf(res).session;
    if (before) sessions.revoke(before);
    res.status(200).json({ ...outcome.answer, status: 1 });
  };

  return Router().use(readCredentials(), ...throttle.passes, ask);
}
