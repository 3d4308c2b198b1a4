import type { Request, RequestHandler, Response } from 'express';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { isTextCode } from '#shared/desk-messages.ts';
import { secondSteps } from '#shared/schemas/second-step.ts';
import { loginSchema } from '#shared/schemas/session.ts';
import type { Config } from '../../../config.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { callOf } from '../../call.ts';
import { type Capabilities, callMissing } from '../../capabilities.ts';
import { readBody } from '../../uploads/bodies.ts';
import { jsonBody, type Upstream } from '../../upstream/upstream.ts';
import { accountOf } from '../devices.ts';
import type { Sessions } from '../sessions.ts';
import { asObject } from '../token-in-answers.ts';
import { sessionCallHeaders } from '../upstream-headers.ts';
import { askUpstream, type LoginOutcome, type Refusal } from './ask-upstream.ts';
import type { Attempt, LoginThrottle } from './throttle.ts';

/** How long the second step may take, in milliseconds. */
const pendingLifeMs = 5 * 60_000;

interface SignInParts {
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
export function signIn(parts: SignInParts): RequestHandler {
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
export function signInBy(row: ContractRow, parts: SignInParts): RequestHandler {
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

async function exchange(
  { upstream, capabilities }: SignInParts,
  req: Request,
  res: Response,
  call: { row: ContractRow; path: string },
  json: unknown,
  attempt: Attempt,
): Promise<LoginOutcome> {
  const body = jsonBody(json);
  const headers = sessionCallHeaders(req, res, upstream, {
    body: { contentType: 'application/json', length: body.bytes.length },
  });
  const isMissing = (status: number) =>
    call.row.name !== contract.login.name && capabilities.isMissing(call.row, status);
  return askUpstream(upstream, call, headers, body, (status) =>
    isMissing(status) ? callMissing() : undefined,
  ).catch(async (error) => {
    await attempt.forgive();
    throw error;
  });
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
