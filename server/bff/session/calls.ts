import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import type { Config } from '../../config.ts';
import { assertThat } from '../../errors.ts';
import { callOf } from '../call.ts';
import type { Capabilities } from '../hosts/capabilities.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Session, Sessions } from './session.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-out.ts';

/**
 * The calls that the BFF answers itself (docs/architecture.md §4). Their answers are about one person or one moment, and are
 * never kept. `own` are those about the site itself, by the names of their rows.
 */
export function answerSessionCalls(
  sessions: Sessions,
  upstream: Upstream,
  config: Config,
  log: Logger,
  capabilities: Capabilities,
  own: readonly (readonly [name: string, handler: RequestHandler])[],
): RequestHandler {
  const handlers = new Map<string, RequestHandler>([
    [contract.login.name, signIn(sessions, upstream, config)],
    [contract.logout.name, signOut(sessions, upstream, config, log)],
    [contract.session.name, answerProbe(sessions)],
    [contract.renewSession.name, renewSession(sessions)],
    [contract.hostCalls.name, answerHostCalls(capabilities)],
    ...own,
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
    res.json({ status: 1, data: stateOf(sessions, callOf(res).session) });
  };
}

/** `POST /api/renewSession`: somebody says that they are still there. */
function renewSession(sessions: Sessions): RequestHandler {
  return async (_req, res) => {
    const { session } = callOf(res);
    assertThat(session, 'session.required', 401);
    res.json({ status: 1, data: stateOf(sessions, await sessions.extend(res, session)) });
  };
}

/** `GET /api/hostCalls`: what the site cannot offer, because the API host has no call for it. */
function answerHostCalls(capabilities: Capabilities): RequestHandler {
  return async (_req, res) => {
    res.json({ status: 1, data: { missing: await capabilities.missing() } });
  };
}

function stateOf(sessions: Sessions, session: Session | undefined): SessionState {
  if (!session) return { authenticated: false };
  const { expiresAt, left, renewable } = sessions.lifeOf(session);
  return {
    authenticated: true,
    ...(session.user && { user: session.user }),
    expires_at: new Date(expiresAt).toISOString(),
    expires_in: Math.round(left / 1000),
    renewable,
  };
}
