import type { ContractRow } from '#shared/contract/index.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { AppError } from '../../../errors.ts';
import { tooOften } from '../../../limiter.ts';
import { unusableAnswer } from '../../upstream/failures.ts';
import { readJson } from '../../upstream/json-answer.ts';
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

/** The API host's answer to credentials. */
export type LoginOutcome =
  /** `refusal`: the code of its 401 and the data with it, if there are any. */
  | { wrong: true; refusal?: { code: string; data: unknown } }
  | {
      wrong: false;
      token: string;
      user?: SessionUser;
      /** The mark of an admin of the host, if host.json has a rule for it. */
      admin?: string;
      /** The host's answer without any token. */
      answer: Json;
    };

const maxAnswerBytes = 1024 * 1024;
/** A longer refusal cannot have a known code. */
const maxRefusalBytes = 16 * 1024;
/** Statuses with which hosts reject email and password. */
const wrongStatuses: readonly number[] = [400, 401, 403, 422];
/** Seconds to wait if a throttling host does not state a time. */
const unnamedWait = 60;

/**
 * Sends the credentials to the API host. An answer that is neither acceptance nor rejection is an AppError: 502, 503
 * or 504 if the host failed or its answer is unusable, 429 if it is throttling. Nothing of a failed answer is logged:
 * debug pages repeat the request, which here contains a password. `judge` may supply another error for a status that
 * is neither.
 */
export async function askUpstream(
  upstream: Upstream,
  { row, path }: { row: ContractRow; path: string },
  headers: Record<string, string>,
  body: Buffer,
  judge: (status: number) => AppError | undefined = () => undefined,
): Promise<LoginOutcome> {
  const answer = await upstream.request({
    method: 'POST',
    path,
    row,
    headers,
    body,
    bodyLength: body.length,
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

/** Returns the code of a 401 from a host that requires a second step; undefined for any other answer. */
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
  // Above all a redirect: credentials are sent only to the configured address.
  return unusableAnswer(cause);
}

async function readAnswer(answer: UpstreamAnswer): Promise<Json> {
  const json = await readJson(answer, maxAnswerBytes).catch((error: AppError) => {
    // The parser's error quotes the text where it failed, and a part of the token would be logged.
    throw error.cause instanceof SyntaxError ? noObject() : error;
  });
  const object = asObject(json);
  if (!object) throw noObject();
  return object;
}

function noObject(): AppError {
  return unusableAnswer(new Error('the answer to a sign-in is not a JSON object'));
}

/** Returns the seconds of either form of Retry-After (RFC 9110 §10.2.3). */
function retryAfter({ headers }: UpstreamAnswer): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  if (/^\d{1,6}$/.test(text)) return Math.max(1, Number(text));
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(1, (date - Date.now()) / 1000);
}
