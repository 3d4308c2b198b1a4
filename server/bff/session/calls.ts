import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { contract, rows } from '#shared/contract/index.ts';
import { passkeysBlockedReason } from '#shared/passkey-site.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import type { Config } from '../../config.ts';
import { storageError } from '../../database/errors.ts';
import { AppError, assertThat } from '../../errors.ts';
import { callOf } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Session, Sessions } from './session.ts';
import { signIn, signInBy } from './sign-in/sign-in.ts';
import type { LoginThrottle } from './sign-in/throttle.ts';
import { signOut } from './sign-out.ts';
import { assertTokenStillAccepted } from './token-still-accepted.ts';

/**
 * Handles the calls that the BFF answers itself (server/bff/session/README.md). Their answers are valid for one
 * person or one moment, and are never cached. `own` contains the handlers of the calls about the site itself, by the
 * names of their contract rows.
 */
export function answerSessionCalls(
  sessions: Sessions,
  upstream: Upstream,
  config: Config,
  log: Logger,
  capabilities: Capabilities,
  throttle: LoginThrottle,
  refusedCalls: FindRefusedCalls,
  own: readonly (readonly [name: string, handler: RequestHandler])[],
): RequestHandler {
  const signInParts = { sessions, upstream, config, capabilities, throttle };
  const handlers = new Map<string, RequestHandler>([
    ...rows.filter((row) => row.signsIn).map((row) => [row.name, signInBy(row, signInParts)] as const),
    [contract.login.name, signIn(signInParts)],
    [contract.logout.name, signOut(sessions, upstream, config, log)],
    [contract.session.name, answerProbe(sessions)],
    [contract.renewSession.name, renewSession(sessions)],
    [contract.hostCalls.name, answerHostCalls(capabilities, config, refusedCalls)],
    ...own,
  ]);
  return async (req, res, next) => {
    const handle = handlers.get(callOf(res).row?.name ?? '');
    if (!handle) return next();
    res.setHeader('Cache-Control', 'no-store');
    try {
      await assertTokenStillAccepted(req, res, { sessions, upstream, capabilities });
      await handle(req, res, next);
    } catch (error) {
      // Errors of the site's own database, which some of these calls query, become errors with a readable message.
      throw error instanceof AppError ? error : (storageError(error) ?? error);
    }
  };
}

/** Answers `GET /api/session` with the signed-in user, and when the session ends. */
function answerProbe(sessions: Sessions): RequestHandler {
  return (_req, res) => {
    res.json({ status: 1, data: stateOf(sessions, callOf(res).session) });
  };
}

/** Handles `POST /api/renewSession`: extends the session of an admin who confirms that they are still present. */
function renewSession(sessions: Sessions): RequestHandler {
  return async (_req, res) => {
    const { session } = callOf(res);
    assertThat(session, 'session.required', 401);
    res.json({ status: 1, data: stateOf(sessions, await sessions.extend(res, session)) });
  };
}

/** Returns the names of the calls that the account of a session is refused because it is no admin of the host. */
export type FindRefusedCalls = (req: Request, res: Response, session: Session) => Promise<string[]>;

/** Answers `GET /api/hostCalls` with the calls that the site cannot offer, mostly because the API host lacks them. */
function answerHostCalls(
  capabilities: Capabilities,
  config: Pick<Config, 'PUBLIC_URL'>,
  refusedCalls: FindRefusedCalls,
): RequestHandler {
  // Passkey sign-in also counts as missing where PUBLIC_URL makes passkeys impossible, so that the sign-in page does
  // not offer it.
  const impossible = passkeysBlockedReason(config.PUBLIC_URL) ? [contract.passkeyLogin.name] : [];
  return async (req, res) => {
    const { session } = callOf(res);
    const [missing, refused] = await Promise.all([
      capabilities.missing(session ? 'admin' : 'visitor'),
      session ? refusedCalls(req, res, session) : [],
    ]);
    const { restores, versions, loginName } = capabilities;
    const byFile = session && capabilities.byFile;
    const all = [...new Set([...missing, ...impossible])];
    res.json({
      status: 1,
      data: {
        missing: all,
        ...(refused.length > 0 && { refused }),
        ...(restores && { restores }),
        ...(versions && { versions }),
        ...(loginName && { login_name: loginName }),
        ...(byFile && { by_file: byFile }),
      },
    });
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
