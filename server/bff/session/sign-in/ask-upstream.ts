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

/** What the API host says to credentials. */
export type LoginOutcome =
  /** `refusal`: the code of its 401, and what it adds to it, where it says any. */
  | { wrong: true; refusal?: { code: string; data: unknown } }
  | {
      wrong: false;
      token: string;
      user?: SessionUser;
      /** The mark of an admin of the host, where host.json says who is one. */
      admin?: string;
      /** The host's answer without any token. */
      answer: Json;
    };

const maxAnswerBytes = 1024 * 1024;
/** A refusal that is longer says nothing that we know. */
const maxRefusalBytes = 16 * 1024;
/** Statuses by which hosts say that email and password do not match. */
const wrongStatuses: readonly number[] = [400, 401, 403, 422];
/** Seconds to wait when a host that is throttling does not say how long. */
const unnamedWait = 60;

/**
 * Asks the API host. Everything that is neither yes nor no is an AppError: 502, 503 or 504 when the host failed or makes
 * no sense, 429 when it is throttling. Of a failing answer nothing is logged: debug pages repeat what was sent to them,
 * and here that is a password. `judge` may have another error for a status that is neither.
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

/** The code of a 401, for a host that asks for a second step; undefined for whatever else it may be. */
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
  // A redirect above all: credentials go to the configured address and to no other.
  return unusableAnswer(cause);
}

async function readAnswer(answer: UpstreamAnswer): Promise<Json> {
  const json = await readJson(answer, maxAnswerBytes).catch((error: AppError) => {
    // The parser quotes the text where it fails, and a piece of the token would land in the log.
    throw error.cause instanceof SyntaxError ? noObject() : error;
  });
  const object = asObject(json);
  if (!object) throw noObject();
  return object;
}

function noObject(): AppError {
  return unusableAnswer(new Error('the answer to a sign-in is not a JSON object'));
}

/** Seconds, from either form of Retry-After (RFC 9110 §10.2.3). */
function retryAfter({ headers }: UpstreamAnswer): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  if (/^\d{1,6}$/.test(text)) return Math.max(1, Number(text));
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(1, (date - Date.now()) / 1000);
}
