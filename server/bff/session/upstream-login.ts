import type { SessionUser } from '#shared/schemas/session.ts';
import { AppError } from '../../errors.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import {
  asObject,
  isRefusal,
  isUsableToken,
  type Json,
  tokenIn,
  userIn,
  withoutSecrets,
} from './login-answer.ts';
import { throttled } from './login-throttle.ts';

/** What the API host says to credentials. */
export type LoginOutcome =
  | { wrong: true }
  | {
      wrong: false;
      token: string;
      user?: SessionUser;
      /** The host's answer without any token. */
      answer: Json;
    };

const maxAnswerBytes = 1024 * 1024;
/** Statuses by which hosts say that e-mail and password do not match. */
const wrongStatuses: readonly number[] = [400, 401, 403, 422];
/** Seconds to wait when a host that is throttling does not say how long. */
const unnamedWait = 60;

/**
 * Asks the API host. Everything that is neither yes nor no is an AppError: 502 or 504 when it failed or makes no sense,
 * 429 with its Retry-After when it is throttling.
 */
export async function askUpstream(
  upstream: Upstream,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<LoginOutcome> {
  const answer = await upstream.request({ method: 'POST', path, headers, body, bodyLength: body.length });
  const { status } = answer;
  if (status < 200 || status > 299) {
    // No retry and no redirect is followed: credentials go to the configured host once.
    answer.body.on('error', () => {}).destroy();
    if (wrongStatuses.includes(status)) return { wrong: true };
    if (status === 429) throw throttled(retryAfter(answer) ?? unnamedWait);
    if (status >= 500) throw new AppError('upstream.failed', status === 504 ? 504 : 502);
    throw new AppError('upstream.badAnswer', 502, {
      cause: new Error(`sign-in was answered with ${status}`),
    });
  }

  const json = await readJson(answer);
  const token = tokenIn(json);
  if (isRefusal(json, token !== undefined)) return { wrong: true };
  if (token === undefined || !isUsableToken(token)) throw new AppError('login.noToken', 502);
  const user = userIn(json);
  return { wrong: false, token, ...(user && { user }), answer: withoutSecrets(json, token) };
}

async function readJson({ body }: UpstreamAnswer): Promise<Json> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      // Leaving the loop destroys the stream.
      if (length > maxAnswerBytes) throw new Error(`the answer to a sign-in passed ${maxAnswerBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('upstream.badAnswer', 502, { cause: error });
  }
  const json = parseObject(Buffer.concat(chunks).toString('utf8'));
  if (!json) {
    throw new AppError('upstream.badAnswer', 502, {
      cause: new Error('the answer to a sign-in is no JSON object'),
    });
  }
  return json;
}

function parseObject(text: string): Json | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // The parser's own error quotes the text, and a piece of the token would land in the log.
    return undefined;
  }
}

/** Seconds, from either form of Retry-After (RFC 9110 §10.2.3). */
function retryAfter({ headers }: UpstreamAnswer): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(1, (date - Date.now()) / 1000);
}
