import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { contract, rows } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import { passkeysBlockedReason } from '#shared/passkey-site.ts';
import type { HostCalls, SessionState } from '#shared/schemas/session.ts';
import type { Config } from '../../config.ts';
import { storageError } from '../../database/errors.ts';
import { AppError, assertThat } from '../../errors.ts';
import { requestIdOf } from '../../http/requests.ts';
import type { OwnCall } from '../answers.ts';
import { callOf } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import { unreceivedFields } from '../form-kinds.ts';
import { dumpAnswer } from '../upstream/answers.ts';
import { sessionCallHeaders } from '../upstream/headers.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { type SignInParts, signIn, signInBy } from './sign-in/sign-in.ts';

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
function signOut({ sessions, upstream, config, log }: SessionCallsOptions): OwnCall {
  async function tellUpstream(req: Request, res: Response, session: Session) {
    const answer = await upstream.request({
      method: 'POST',
      path: config.UPSTREAM_LOGOUT_PATH,
      row: contract.logout,
      headers: sessionCallHeaders(req, res, upstream, { session }),
      signal: AbortSignal.timeout(tellWithinMs),
    });
    dumpAnswer(answer);
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
      await sessions.revoke(session);
    }
    return {};
  };
}

/**
 * How long the check may take, in milliseconds. The time is short because an admin must be able to read the waiting
 * forms while the host does not answer.
 */
const askForMs = 2_000;

/**
 * Checks with the host that it still accepts the session's token, before the BFF itself answers admin calls or the
 * session call. Otherwise a person who was removed, or has another role, would keep their access through the cookie
 * (server/bff/README.md, "Access"). If the host refuses the token, the session has ended: an admin call gets 401
 * `session.required`, and the session call is answered without a signed-in user. The check passes if the host lacks
 * the call `getAccount`, by which the token is checked, or is down.
 */
async function assertTokenStillAccepted(
  req: Request,
  res: Response,
  { sessions, upstream, capabilities }: SessionCallsOptions,
) {
  const call = callOf(res);
  const { row, session } = call;
  const isProbe = row?.name === contract.session.name;
  if (!session || !(isProbe || row?.access === 'admin') || !capabilities.has(contract.getAccount)) return;
  const answer = await upstream
    .request({
      method: 'GET',
      path: contract.getAccount.path,
      row: contract.getAccount,
      headers: sessionCallHeaders(req, res, upstream, { session }),
      signal: AbortSignal.timeout(askForMs),
    })
    .catch(() => undefined);
  if (!answer) return;
  dumpAnswer(answer);
  capabilities.isMissing(contract.getAccount, answer.status);
  if (answer.status !== 401) return;
  sessions.endRefused(res, session);
  if (!isProbe) throw new AppError('session.required', 401);
  delete call.session;
}

interface SessionCallsOptions extends SignInParts {
  config: Config;
  log: Logger;
  capabilities: Capabilities;
  /** Returns the names of the calls that the account of a session is refused because it is no admin of the host. */
  refusedCalls: (req: Request, res: Response, session: Session) => Promise<string[]>;
  /** The handlers of the calls about the site itself, by the names of their contract rows. */
  own: Readonly<Record<string, OwnCall | undefined>>;
}

/**
 * Handles the calls that the BFF answers itself (server/bff/session/README.md). Their answers are valid for one
 * person or one moment, and are never cached.
 */
export function answerSessionCalls(options: SessionCallsOptions): RequestHandler {
  const { sessions, own } = options;
  const handlers: Record<string, OwnCall | undefined> = {
    ...Object.fromEntries(
      rows.filter((row) => row.signsIn).map((row) => [row.name, signInBy(row, options)] as const),
    ),
    login: signIn(options),
    logout: signOut(options),
    session: (_req, res) => ({ data: stateOf(sessions, callOf(res).session) }),
    /** Extends the session of an admin who confirms that they are still present. */
    async renewSession(_req, res) {
      const { session } = callOf(res);
      assertThat(session, 'session.required', 401);
      return { data: stateOf(sessions, await sessions.extend(res, session)) };
    },
    hostCalls: answerHostCalls(options),
    ...own,
  };
  return async (req, res, next) => {
    const handle = handlers[callOf(res).row?.name ?? ''];
    if (!handle) return next();
    res.setHeader('Cache-Control', 'no-store');
    try {
      await assertTokenStillAccepted(req, res, options);
      const answer = await handle(req, res);
      if (isRecord(answer)) res.json({ status: 1, ...answer });
    } catch (error) {
      // Errors of the site's own database, which some of these calls query, become errors with a readable message.
      throw error instanceof AppError ? error : (storageError(error) ?? error);
    }
  };
}

/** Answers `GET /api/hostCalls` with the calls that the site cannot offer, mostly because the API host lacks them. */
function answerHostCalls({ capabilities, config, refusedCalls }: SessionCallsOptions): OwnCall {
  // Passkey sign-in also counts as missing where PUBLIC_URL makes passkeys impossible, so that the sign-in page does
  // not offer it.
  const impossible = passkeysBlockedReason(config.PUBLIC_URL) ? [contract.passkeyLogin.name] : [];
  return async (req, res) => {
    const { session } = callOf(res);
    const [missing, refused] = await Promise.all([
      capabilities.missing(session ? 'admin' : 'visitor'),
      session ? refusedCalls(req, res, session) : [],
    ]);
    const { restores, versions, loginName: login_name, byFile } = capabilities;
    const data: HostCalls = {
      missing: [...new Set([...missing, ...impossible])],
      refused: refused.length > 0 ? refused : undefined,
      restores: restores && [...restores],
      versions: versions && [...versions],
      login_name,
      by_file: session && byFile,
      unreceived: unreceivedFields(capabilities),
    };
    return { data };
  };
}

function stateOf(sessions: Sessions, session: Session | undefined): SessionState {
  if (!session) return { authenticated: false };
  const { expiresAt, left, renewable } = sessions.lifeOf(session);
  return {
    authenticated: true,
    user: session.user,
    expires_at: new Date(expiresAt).toISOString(),
    expires_in: Math.round(left / 1000),
    renewable,
  };
}
