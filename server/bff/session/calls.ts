import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import type { Config } from '../../config.ts';
import { callOf } from '../call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Sessions } from './session.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-out.ts';

/** The calls that the BFF answers itself (DESIGN §4). Their answers are about one person, and are never kept. */
export function answerSessionCalls(
  sessions: Sessions,
  upstream: Upstream,
  config: Config,
  log: Logger,
): RequestHandler {
  const handlers = new Map<string, RequestHandler>([
    [contract.login.name, signIn(sessions, upstream, config)],
    [contract.logout.name, signOut(sessions, upstream, config, log)],
    [contract.session.name, answerProbe(sessions)],
  ]);
  return (req, res, next) => {
    const handle = handlers.get(callOf(res).row?.name ?? '');
    if (!handle) return next();
    res.setHeader('Cache-Control', 'no-store');
    return handle(req, res, next);
  };
}

/** `GET /api/session`: who is signed in, and until when. */
function answerProbe(sessions: Sessions): RequestHandler {
  return (_req, res) => {
    const { session } = callOf(res);
    const data: SessionState = session
      ? {
          authenticated: true,
          ...(session.user && { user: session.user }),
          expires_at: new Date(sessions.expiresAt(session)).toISOString(),
        }
      : { authenticated: false };
    res.json({ status: 1, data });
  };
}
