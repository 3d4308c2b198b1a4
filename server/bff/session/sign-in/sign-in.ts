import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { isTextCode, type TextCode } from '#shared/desk-messages.ts';
import { secondSteps } from '#shared/schemas/second-step.ts';
import type { Config } from '../../../config.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { callOf } from '../../call.ts';
import { type Capabilities, callMissing } from '../../capabilities.ts';
import { readJsonBody } from '../../uploads/json-bodies.ts';
import { jsonBody } from '../../upstream/json-body.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { accountOf } from '../devices.ts';
import type { Sessions } from '../session.ts';
import { sessionCallHeaders } from '../upstream-headers.ts';
import { asObject } from './answer.ts';
import { askUpstream, type LoginOutcome } from './ask-upstream.ts';
import { noteAttemptedAccount } from './attempted-account.ts';
import { credentialsOf, fieldTexts, readCredentials } from './credentials.ts';
import type { PendingSignIn } from './pending.ts';
import type { LoginThrottle } from './throttle.ts';

interface SignInParts {
  sessions: Sessions;
  upstream: Upstream;
  config: Pick<Config, 'UPSTREAM_LOGIN_PATH'>;
  capabilities: Pick<Capabilities, 'isMissing'>;
  throttle: LoginThrottle;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Data about a user whom the host has accepted. */
interface SignedIn {
  /** The email with which the user signed in; used if the host's answer contains none. */
  email?: string;
  /**
   * Hash of the rule in host.json by which the user was recognised as an admin of the host (hosts/hybrid); absent for
   * other users.
   */
  admin?: string;
  /** When the password or other proof was sent, in milliseconds since 1970. */
  provedAt: number;
}

/**
 * Handles `POST /api/login`. The API host checks the credentials; its token is sealed into the cookie, and the rest
 * of its answer is sent to the browser. If the host requires a second step, its ticket is sealed into a separate
 * cookie for five minutes. The call to the host is finished even if the browser disconnects: otherwise a guess could
 * avoid being counted by disconnecting early.
 */
export function signIn(parts: SignInParts): RequestHandler {
  const { sessions, config, throttle, now = Date.now } = parts;
  const ask: RequestHandler = async (req, res) => {
    const asked = now();
    const { email } = credentialsOf(req);
    callOf(res).tried = email;
    // The body is built anew, so that the host reads exactly the email that was counted and nothing else of the
    // browser's body.
    const outcome = await exchange(
      parts,
      req,
      res,
      { row: contract.login, path: config.UPSTREAM_LOGIN_PATH },
      credentialsOf(req),
    );
    if (!outcome.wrong)
      return begin(parts, req, res, outcome, { email, provedAt: asked, admin: outcome.admin });
    const step = stepWanted(outcome.refusal);
    assertThat(step, 'login.wrong', 401);
    // The password is right, so this attempt is not counted. The account's earlier count is not reset, because a
    // reset would allow more guesses at the second step.
    await throttle.forgive(req);
    await sessions.pending.start(res, { ticket: step.ticket, email, provedAt: asked });
    throw new AppError('login.secondStep', 401, { data: { methods: step.methods } });
  };
  return Router().use(readCredentials(), throttle.pass, ask);
}

/**
 * Handles any other call that signs in, e.g. by second step or passkey. The host is sent the body as its schema
 * parsed it.
 */
export function signInBy(row: ContractRow, parts: SignInParts): RequestHandler {
  const { sessions, capabilities, throttle, now = Date.now } = parts;
  const isSecondStep = row.name === contract.secondStep.name;
  const pendings = new WeakMap<Request, PendingSignIn>();

  const prepare: RequestHandler = async (req, res, next) => {
    const parsed = row.body?.safeParse((await readJsonBody(req, res))?.value ?? {});
    if (parsed && !parsed.success) {
      const fields = fieldTexts(parsed.error.issues, []);
      throw new AppError('fields.invalid', 422, { fields });
    }
    req.body = parsed?.data;
    if (isSecondStep) {
      const pending = await sessions.pending.open(req);
      if (!pending) sessions.pending.end(res);
      assertThat(pending, 'secondStep.expired', 401);
      pendings.set(req, pending);
      noteAttemptedAccount(req, accountOf(pending.email));
      callOf(res).tried = pending.email;
    } else {
      // Before a passkey is checked, its account is unknown, so attempts are counted by the passkey's id.
      noteAttemptedAccount(
        req,
        accountOf(`${row.name} ${JSON.stringify(asObject(req.body?.passkey)?.id ?? '')}`),
      );
    }
    next();
  };

  const ask: RequestHandler = async (req, res) => {
    const asked = now();
    const pending = pendings.get(req);
    const body = { ...req.body, ...(pending && { ticket: pending.ticket }) };
    const isMissing = (status: number) => capabilities.isMissing(row, status);
    const outcome = await exchange(parts, req, res, { row, path: row.path }, body, isMissing);
    if (outcome.wrong) {
      const code = wordOf(outcome.refusal?.code);
      if (code === 'secondStep.expired') {
        sessions.pending.end(res);
        // The host did not check the second step, so this attempt is not counted.
        await throttle.forgive(req);
      }
      throw new AppError(code, 401);
    }
    if (pending) sessions.pending.end(res);
    await begin(parts, req, res, outcome, {
      ...(pending && { email: pending.email }),
      provedAt: pending?.provedAt ?? asked,
    });
  };
  return Router().use(prepare, throttle.pass, ask);
}

async function exchange(
  { upstream, throttle }: SignInParts,
  req: Request,
  res: Response,
  call: { row: ContractRow; path: string },
  json: unknown,
  isMissing: (status: number) => boolean = () => false,
): Promise<LoginOutcome> {
  const body = jsonBody(json);
  const headers = sessionCallHeaders(req, res, upstream, {
    body: { contentType: 'application/json', length: body.bytes.length },
  });
  return askUpstream(upstream, call, headers, body, (status) =>
    isMissing(status) ? callMissing() : undefined,
  ).catch(async (error) => {
    await throttle.forgive(req);
    throw error;
  });
}

/** Starts a session for a user whom the host has accepted, and sends the answer. */
async function begin(
  { sessions, throttle }: SignInParts,
  req: Request,
  res: Response,
  outcome: Extract<LoginOutcome, { wrong: false }>,
  { email, provedAt, admin }: SignedIn,
): Promise<void> {
  await throttle.succeeded(req);
  const user = outcome.user ?? (email === undefined ? undefined : { email });
  const named = email ?? user?.email;
  const account = named === undefined ? undefined : accountOf(named);
  callOf(res).started = await sessions.start(res, outcome.token, user, account, admin);
  // The browser is remembered with the time of the request. If the password is changed after this time, the browser
  // does not count as known.
  if (account) await sessions.devices.remember(res, account, provedAt);
  // The browser's previous session is revoked, so that the browser has only one session (session fixation, CWE-384).
  const before = callOf(res).session;
  // A failure is ignored: if the revocation cannot be recorded, this process refuses the session anyway and records
  // it later.
  if (before) await sessions.revoke(before).catch(() => false);
  res.status(200).json({ ...outcome.answer, status: 1 });
}

/**
 * Returns ticket and methods if the host requires a second step; undefined for any other refusal, which means a wrong
 * password.
 */
function stepWanted(refusal: { code: string; data: unknown } | undefined) {
  const data = asObject(refusal?.data);
  if (refusal?.code !== 'login.secondStep' || typeof data?.ticket !== 'string' || data.ticket === '')
    return undefined;
  const said: unknown[] = Array.isArray(data.methods) ? data.methods : [];
  return { ticket: data.ticket, methods: secondSteps.filter((each) => said.includes(each)) };
}

/** Returns the text code for a refusal. Codes of the host that this site does not know are replaced. */
function wordOf(code = ''): TextCode {
  return /^(secondStep|passkey)\./.test(code) && isTextCode(code) ? code : 'secondStep.wrong';
}
