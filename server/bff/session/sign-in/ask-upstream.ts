import type { ContractRow } from '#shared/contract/index.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { AppError } from '../../../errors.ts';
import { tooOften } from '../../../limiter.ts';
import { unusableAnswer } from '../../upstream/failures.ts';
import { readJson } from '../../upstream/json-answer.ts';
import type { JsonBody } from '../../upstream/json-body.ts';
import type { Upstream, UpstreamAnswer } from '../../upstream/upstream.ts';
import {
  adminMark,
  asObject,
  isRefusal,
  isUsableToken,
  type Json,
  tokenIn,
  userIn,
  withoutSecrets,
} from './answer.ts';

/** The result of sending credentials to the API host. */
export type LoginOutcome =
  /**
   * The credentials were rejected. `refusal` contains the code of the host's 401 and the data with it, if there are
   * any.
   */
  | { wrong: true; refusal?: { code: string; data: unknown } }
  | {
      wrong: false;
      token: string;
      user?: SessionUser;
      /**
       * Hash of the rule in host.json by which the user was recognised as an admin of the host; absent for other
       * users.
       */
      admin?: string;
      /** The host's answer without any token. */
      answer: Json;
    };

const maxAnswerBytes = 1024 * 1024;
/** Maximum size in bytes of a refusal that is read for a code. No known refusal is longer. */
const maxRefusalBytes = 16 * 1024;
/** Statuses with which hosts reject email and password. */
const wrongStatuses: readonly number[] = [400, 401, 403, 422];
/** Seconds to wait if a host limits sign-ins (429) and does not state a time. */
const unnamedWait = 60;

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
  const answer = await upstream.request({
    method: 'POST',
    path,
    row,
    headers,
    json: body,
  });
  if (answer.status < 200 || answer.status > 299) {
    const refusal = answer.status === 401 ? await refusalOf(answer) : undefined;
    answer.body.on('error', () => {}).destroy();
    if (refusal) return { wrong: true, refusal };
    if (wrongStatuses.includes(answer.status)) return { wrong: true };
    throw judge(answer.status) ?? failure(answer);
  }
  const json = await readAnswer(answer);
  const token = tokenIn(json);
  if (isRefusal(json, token !== undefined)) return { wrong: true };
  if (token === undefined || !isUsableToken(token)) throw new AppError('login.noToken', 502);
  const user = userIn(json);
  const { [adminMark]: admin, ...rest } = json;
  return {
    wrong: false,
    token,
    ...(user && { user }),
    ...(typeof admin === 'string' && { admin }),
    answer: withoutSecrets(rest, token),
  };
}

/**
 * Returns the code and data of the host's 401 if its body is JSON with a code, e.g. when the host requires a second
 * step; otherwise undefined.
 */
async function refusalOf(answer: UpstreamAnswer): Promise<{ code: string; data: unknown } | undefined> {
  const type = String(answer.headers['content-type'] ?? '');
  if (!/^application\/json\b/i.test(type)) return undefined;
  const json = asObject(await readJson(answer, maxRefusalBytes).catch(() => undefined));
  return typeof json?.code === 'string' ? { code: json.code, data: json.data } : undefined;
}

function failure(answer: UpstreamAnswer): AppError {
  const { status } = answer;
  const cause = new Error(`the API host answered a sign-in with ${status}`);
  if (status === 429) return tooOften('login.throttled', (retryAfter(answer) ?? unnamedWait) * 1000);
  if (status === 503) {
    const headers = { 'Retry-After': String(Math.ceil(retryAfter(answer) ?? unnamedWait)) };
    return new AppError('upstream.failed', 503, { headers, cause });
  }
  if (status >= 500) return new AppError('upstream.failed', status === 504 ? 504 : 502, { cause });
  // Most answers that get here are redirects. They are not followed, because credentials are sent only to the
  // configured URL.
  return unusableAnswer(cause);
}

async function readAnswer(answer: UpstreamAnswer): Promise<Json> {
  const json = await readJson(answer, maxAnswerBytes).catch((error: AppError) => {
    // The original error is replaced: a JSON parser's error quotes the text at which it failed, so a part of the
    // token would get into the log.
    throw error.cause instanceof SyntaxError ? noObject() : error;
  });
  const object = asObject(json);
  if (!object) throw noObject();
  return object;
}

function noObject(): AppError {
  return unusableAnswer(new Error('the answer to a sign-in is not a JSON object'));
}

/** Returns the seconds that Retry-After states, as a number or as a date (RFC 9110 §10.2.3). */
function retryAfter({ headers }: UpstreamAnswer): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  if (/^\d{1,6}$/.test(text)) return Math.max(1, Number(text));
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(1, (date - Date.now()) / 1000);
}
