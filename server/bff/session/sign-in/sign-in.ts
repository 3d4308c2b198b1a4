import type { Request, Response } from 'express';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { isTextCode } from '#shared/desk-messages.ts';
import { secondSteps } from '#shared/schemas/second-step.ts';
import { loginSchema, type SessionUser } from '#shared/schemas/session.ts';
import type { Config } from '../../../config.ts';
import type { Counts } from '../../../database/site/counts.ts';
import { createLimiter, takeBoth, tooOften } from '../../../database/site/limiter.ts';
import { AppError, assertThat } from '../../../errors.ts';
import type { OwnCall } from '../../answers.ts';
import { callOf } from '../../call.ts';
import { type Capabilities, callMissing } from '../../capabilities.ts';
import { readBody } from '../../uploads/bodies.ts';
import { dumpAnswer, readJson, retryAfterMs, unusableAnswer } from '../../upstream/answers.ts';
import { sessionCallHeaders } from '../../upstream/headers.ts';
import { jsonBody, type Upstream, type UpstreamAnswer } from '../../upstream/upstream.ts';
import { accountOf, type Devices } from '../devices.ts';
import type { Sessions } from '../sessions.ts';
import {
  adminMark,
  asObject,
  isRefusal,
  isUsableToken,
  type Json,
  tokenEnd,
  tokenIn,
  userIn,
  withoutSecrets,
} from '../token-in-answers.ts';

/** How long the second step may take, in milliseconds. */
const pendingLifeMs = 5 * 60_000;

export interface SignInParts {
  sessions: Sessions;
  upstream: Upstream;
  config: Pick<Config, 'UPSTREAM_LOGIN_PATH'>;
  capabilities: Pick<Capabilities, 'isMissing'>;
  throttle: LoginThrottle;
}

/**
 * Handles `POST /api/login`. The API host checks the credentials; its token is sealed into the cookie, and the rest
 * of its answer is sent to the browser. If the host requires a second step, its ticket is sealed into a separate
 * cookie for five minutes. The call to the host is finished even if the browser disconnects: otherwise a guess could
 * avoid being counted by disconnecting early.
 */
export function signIn(parts: SignInParts): OwnCall {
  const { sessions, config, throttle } = parts;
  const row = { row: contract.login, path: config.UPSTREAM_LOGIN_PATH };
  return async (req, res) => {
    // The body is built anew, so that the host reads exactly the email that was counted and nothing else of the
    // browser's body.
    const credentials = await readBody(loginSchema, req, res, Object.keys(loginSchema.shape));
    const { email } = credentials;
    const attempt = await throttle(req, accountOf(email));
    const provedAt = Date.now();
    callOf(res).tried = email;
    const outcome = await exchange(parts, req, res, row, credentials, attempt);
    if ('token' in outcome) return begin(parts, res, outcome, attempt, { email, provedAt });
    const step = stepWanted(outcome);
    assertThat(step, 'login.wrong', 401);
    // The password is right, so this attempt is not counted. The account's earlier count is not reset, because a
    // reset would allow more guesses at the second step.
    await attempt.forgive();
    const { pending } = sessions;
    const line = await pending.line({ ticket: step.ticket, email, provedAt }, pendingLifeMs);
    assertThat(line, 'login.tokenTooLarge', 502);
    pending.set(res, line);
    throw new AppError('login.secondStep', 401, { data: { methods: step.methods } });
  };
}

/**
 * Handles any other call that signs in, e.g. by second step or passkey. The host is sent the body as its schema
 * parsed it.
 */
export function signInBy(row: ContractRow, parts: SignInParts): OwnCall {
  const { throttle } = parts;
  const { pending: cookie } = parts.sessions;
  const isSecondStep = row.name === contract.secondStep.name;

  return async (req, res) => {
    const sent = row.body && asObject(await readBody(row.body, req, res, ['body']));
    const pending = isSecondStep ? await cookie.open(req.cookies?.[cookie.name]) : undefined;
    if (isSecondStep && !pending) {
      cookie.clear(res);
      throw new AppError('secondStep.expired', 401);
    }
    // Before a passkey is checked, its account is unknown, so attempts are counted by the passkey's id.
    const counted = pending?.email ?? `${row.name} ${JSON.stringify(asObject(sent?.passkey)?.id ?? '')}`;
    const attempt = await throttle(req, accountOf(counted));
    const asked = Date.now();
    if (pending) callOf(res).tried = pending.email;
    const body = { ...sent, ...(pending && { ticket: pending.ticket }) };
    const outcome = await exchange(parts, req, res, { row, path: row.path }, body, attempt);
    if (!('token' in outcome)) {
      const code = codeOf(outcome);
      if (code === 'secondStep.expired') {
        cookie.clear(res);
        // The host did not check the second step, so this attempt is not counted.
        await attempt.forgive();
      }
      throw new AppError(code, 401);
    }
    if (pending) cookie.clear(res);
    await begin(parts, res, outcome, attempt, {
      email: pending?.email,
      provedAt: pending?.provedAt ?? asked,
    });
  };
}

/**
 * Sends the credentials to the API host. If the answer neither accepts nor rejects them, the attempt is not counted,
 * and AppError is thrown: 404 if the host lacks the call, 502, 503 or 504 if it failed or its answer is unusable, 429
 * if it limits sign-ins.
 */
async function exchange(
  { upstream, capabilities }: SignInParts,
  req: Request,
  res: Response,
  { row, path }: { row: ContractRow; path: string },
  sent: unknown,
  attempt: Attempt,
) {
  const json = jsonBody(sent);
  const headers = sessionCallHeaders(req, res, upstream, {
    body: { contentType: 'application/json', length: json.bytes.length },
  });
  try {
    const answer = await upstream.request({ method: 'POST', path, row, headers, json });
    return await readSignIn(
      answer,
      (status) => row.name !== contract.login.name && capabilities.isMissing(row, status),
    );
  } catch (error) {
    await attempt.forgive();
    throw error;
  }
}

/** Starts a session for a user whom the host has accepted, and sends the answer. */
async function begin(
  { sessions }: SignInParts,
  res: Response,
  { token, tokenEndsAt, user: told, admin, answer }: Extract<LoginOutcome, { token: string }>,
  attempt: Attempt,
  /** The email with which the user signed in, and when the password or other proof was sent. */
  { email, provedAt }: { email?: string; provedAt: number },
) {
  await attempt.succeeded();
  const call = callOf(res);
  const user = told ?? (email === undefined ? undefined : { email });
  const named = email ?? user?.email;
  const account = named === undefined ? undefined : accountOf(named);
  call.started = await sessions.start(res, { token, tokenEndsAt, user, account, admin });
  // The browser is remembered with the time of the request. If the password is changed after this time, the browser
  // does not count as known.
  if (account) await sessions.devices.remember(res, account, provedAt);
  // The browser's previous session is revoked, so that the browser has only one session (session fixation, CWE-384). If
  // that cannot be recorded, this process refuses the session anyway and records it later.
  if (call.session) await sessions.revoke(call.session).catch(() => {});
  res.status(200).json({ ...answer, status: 1 });
}

/** Returns ticket and methods if the host requires a second step; undefined for any other refusal. */
function stepWanted({ code, data: given }: Refusal) {
  const data = asObject(given);
  if (code !== 'login.secondStep' || typeof data?.ticket !== 'string' || data.ticket === '') return undefined;
  const said: unknown[] = Array.isArray(data.methods) ? data.methods : [];
  return { ticket: data.ticket, methods: secondSteps.filter((each) => said.includes(each)) };
}

/** Returns the text code for a refusal. Codes of the host that this site does not know are replaced. */
function codeOf({ code = '' }: Refusal) {
  return /^(secondStep|passkey)\./.test(code) && isTextCode(code) ? code : 'secondStep.wrong';
}

/**
 * After 5 wrong attempts for an account or from an IP address, further ones get 429 for 10 minutes. The attempts of a
 * known browser are counted separately, with the same limit.
 */
const maxAttempts = 5;
const waitMs = 10 * 60_000;

/** An attempt that was counted. */
export interface Attempt {
  /** Takes back the count of an attempt that did not test the password. */
  forgive(): Promise<unknown>;
  /**
   * Resets the account's count after a right password. The count of the IP address is not reset: otherwise attackers
   * could sign in to an account of their own to get new guesses.
   */
  succeeded(): Promise<unknown>;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * Creates the throttle, which counts an attempt to sign in before the upstream is called, so that parallel guesses
 * cannot bypass the limit, and throws 429 above it. A browser that has signed in before has its own count, so that an
 * attacker elsewhere, or behind the same proxy, cannot lock it out. When its attempts are used up, it is treated like an
 * unknown browser.
 */
export function createLoginThrottle({ known, counts }: { known: Devices['known']; counts: Counts }) {
  const limiter = (kind: string) =>
    createLimiter({ counts, kind, limit: maxAttempts, windowMs: waitMs, from: 'last' });
  const devices = limiter('login-device');
  const addresses = limiter('login-address');
  const accounts = limiter('login-account');

  return async (req: Pick<Request, 'ip' | 'cookies'>, account: string): Promise<Attempt> => {
    const device = await known(req, account);
    const ofDevice = device === undefined ? undefined : await devices.tryTake(device);
    // The account's count stays as it is: it counts guesses from elsewhere.
    if (device && ofDevice?.giveBack)
      return { forgive: ofDevice.giveBack, succeeded: () => devices.forget(device) };
    // The IP address is counted before the account, so that a blocked address cannot use up the attempts of other
    // people's accounts.
    const { giveBack } = await takeBoth([addresses, req.ip ?? 'gone'], [accounts, account]);
    return { forgive: giveBack, succeeded: () => Promise.all([giveBack(), accounts.forget(account)]) };
  };
}

/** The host rejected the credentials: the code of its 401 and the data with it, if there are any. */
interface Refusal {
  code?: string;
  data?: unknown;
}

type LoginOutcome =
  | Refusal
  | {
      token: string;
      /** When the token expires, in milliseconds since 1970, if the host says so. */
      tokenEndsAt?: number;
      user?: SessionUser;
      /** Hash of the rule in host.json by which the user was recognised as an admin of the host. */
      admin?: string;
      /** The host's answer without any token. */
      answer: Json;
    };

const maxAnswerBytes = 1024 * 1024;
/** Maximum size in bytes of a refusal that is read for a code. No known refusal is longer. */
const maxRefusalBytes = 16 * 1024;
/** Statuses with which hosts reject email and password. */
const wrongStatuses = [400, 401, 403, 422];
/** Milliseconds to wait if a host limits sign-ins (429) and does not state a time. */
const unnamedWait = 60_000;

/**
 * Reads the host's answer to credentials. `lacksCall` is asked about a status that neither accepts nor rejects them. The
 * body of a failed answer is never logged: debug pages repeat the request, which contains a password here.
 */
export async function readSignIn(
  answer: UpstreamAnswer,
  lacksCall: (status: number) => boolean = () => false,
): Promise<LoginOutcome> {
  const { status } = answer;
  if (status < 200 || status > 299) {
    const refusal = status === 401 ? await refusalOf(answer) : {};
    dumpAnswer(answer);
    if (wrongStatuses.includes(status)) return refusal;
    throw lacksCall(status) ? callMissing() : failure(answer);
  }
  const json = asObject(await readTokenAnswer(answer, 'sign-in'));
  if (!json) throw unusableAnswer(new Error('the answer to a sign-in is not a JSON object'));
  const token = tokenIn(json);
  if (isRefusal(json, token !== undefined)) return {};
  assertThat(token !== undefined && isUsableToken(token), 'login.noToken', 502);
  const { [adminMark]: admin, ...rest } = json;
  return {
    token,
    tokenEndsAt: tokenEnd(json, Date.now()),
    user: userIn(json),
    admin: typeof admin === 'string' ? admin : undefined,
    answer: withoutSecrets(rest, token),
  };
}

/** Reads the host's 401, if its body is JSON with a code, e.g. when the host requires a second step. */
async function refusalOf(answer: UpstreamAnswer) {
  const type = String(answer.headers['content-type'] ?? '');
  if (!/^application\/json\b/i.test(type)) return {};
  const json = asObject(await readJson(answer, maxRefusalBytes).catch(() => undefined));
  return typeof json?.code === 'string' ? { code: json.code, data: json.data } : {};
}

function failure(answer: UpstreamAnswer) {
  const { status } = answer;
  const cause = new Error(`the API host answered a sign-in with ${status}`);
  if (status === 429) return tooOften('login.throttled', retryAfter(answer) * 1000);
  if (status === 503)
    return new AppError('upstream.failed', 503, { retryAfter: Math.ceil(retryAfter(answer)), cause });
  if (status >= 500) return new AppError('upstream.failed', status === 504 ? 504 : 502, { cause });
  // Most answers that get here are redirects. They are not followed, because credentials are sent only to the
  // configured URL.
  return unusableAnswer(cause);
}

/** Reads an answer with a token. Rejects with AppError 502 if it is not JSON. */
export async function readTokenAnswer(answer: UpstreamAnswer, what: string) {
  return readJson(answer, maxAnswerBytes).catch((error: AppError) => {
    // The original error is replaced: a JSON parser's error quotes the text at which it failed, so a part of the
    // token would get into the log.
    throw error.cause instanceof SyntaxError
      ? unusableAnswer(new Error(`the answer to a ${what} is not JSON`))
      : error;
  });
}

/** Returns the seconds that Retry-After states, at least 1; `unnamedWait` without the header. */
function retryAfter({ headers }: UpstreamAnswer) {
  return Math.max(1, (retryAfterMs(headers['retry-after'], Date.now()) ?? unnamedWait) / 1000);
}
