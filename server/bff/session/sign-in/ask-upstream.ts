import type { ContractRow } from '#shared/contract/index.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { tooOften } from '../../../database/site/limiter.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { dumpAnswer, readJson, retryAfterMs, unusableAnswer } from '../../upstream/answers.ts';
import type { JsonBody, Upstream, UpstreamAnswer } from '../../upstream/upstream.ts';
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

/** The host rejected the credentials: the code of its 401 and the data with it, if there are any. */
export interface Refusal {
  code?: string;
  data?: unknown;
}

export type LoginOutcome =
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
const wrongStatuses: readonly number[] = [400, 401, 403, 422];
/** Milliseconds to wait if a host limits sign-ins (429) and does not state a time. */
const unnamedWait = 60_000;

/**
 * Sends the credentials to the API host. If the answer neither accepts nor rejects them, throws AppError: 502, 503 or
 * 504 if the host failed or its answer is unusable, 429 if the host limits sign-ins. `judge` may return another error
 * for the status of the answer. The body of a failed answer is never logged: debug pages repeat the request, which
 * contains a password here.
 */
export async function askUpstream(
  upstream: Upstream,
  { row, path }: { row: ContractRow; path: string },
  headers: Record<string, string>,
  body: JsonBody,
  judge: (status: number) => AppError | undefined = () => undefined,
): Promise<LoginOutcome> {
  const answer = await upstream.request({ method: 'POST', path, row, headers, json: body });
  const { status } = answer;
  if (status < 200 || status > 299) {
    const refusal = status === 401 ? await refusalOf(answer) : {};
    dumpAnswer(answer);
    if (wrongStatuses.includes(status)) return refusal;
    throw judge(status) ?? failure(answer);
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
async function refusalOf(answer: UpstreamAnswer): Promise<Refusal> {
  const type = String(answer.headers['content-type'] ?? '');
  if (!/^application\/json\b/i.test(type)) return {};
  const json = asObject(await readJson(answer, maxRefusalBytes).catch(() => undefined));
  return typeof json?.code === 'string' ? { code: json.code, data: json.data } : {};
}

function failure(answer: UpstreamAnswer) {
  const { status } = answer;
  const cause = new Error(`the API host answered a sign-in with ${status}`);
  if (status === 429) return tooOften('login.throttled', retryAfter(answer) * 1000);
  if (status === 503) {
    const headers = { 'Retry-After': String(Math.ceil(retryAfter(answer))) };
    return new AppError('upstream.failed', 503, { headers, cause });
  }
  if (status >= 500) return new AppError('upstream.failed', status === 504 ? 504 : 502, { cause });
  // Most answers that get here are redirects. They are not followed, because credentials are sent only to the
  // configured URL.
  return unusableAnswer(cause);
}

/** Reads an answer with a token. Rejects with AppError 502 if it is not JSON. */
export async function readTokenAnswer(answer: UpstreamAnswer, what: string): Promise<unknown> {
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
