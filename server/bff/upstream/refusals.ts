import type { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { AppError } from '../../errors.ts';
import { type RewriteRules, rewriteLocation } from './addresses.ts';
import { browserHeaders } from './browser-headers.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** Maximum number of bytes of a failed answer that are logged. */
const excerptBytes = 2_048;
const keptStatuses = new Set([500, 502, 503, 504]);

/**
 * Turns a 5xx of the API host into an error of this site. It has the host's status, so that a load balancer sees the
 * truth, but not the host's body, which may contain stack traces or SQL. For 507 the message states that there is no
 * room. The beginning of the body becomes the cause of the error, for the log; `redactToken` has already removed the
 * caller's token, which a debug page may repeat.
 */
export async function hostFailure(answer: UpstreamAnswer): Promise<AppError> {
  const excerpt = await readExcerpt(answer);
  const { 'retry-after': retryAfter } = browserHeaders(answer.headers, { sameBytes: false });
  const failed = new Error(`The API host answered ${answer.status}: ${excerpt}`);
  if (answer.status === 507) return new AppError('storage.full', 507, { cause: failed });
  return new AppError('upstream.failed', keptStatuses.has(answer.status) ? answer.status : 502, {
    cause: failed,
    ...(answer.status === 503 && retryAfter && { headers: { 'Retry-After': retryAfter } }),
  });
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/**
 * Returns the error for a redirect of the host. The BFF follows no redirect for the browser, and the contract has
 * none. The status is passed on; the target is passed on only if it is a path of this site.
 */
export function redirectError(answer: UpstreamAnswer, rules: RewriteRules): AppError {
  dumpAnswer(answer);
  const location = [answer.headers.location ?? []].flat()[0];
  const own = location === undefined ? undefined : rewriteLocation(location, rules);
  return new AppError('upstream.badAnswer', answer.status, {
    cause: new Error(`The API host answered with a redirect, ${answer.status}`),
    ...(own && { headers: { Location: own } }),
  });
}

/** Discards an answer without reading its body, which ends the exchange. */
export function dumpAnswer(answer: UpstreamAnswer): void {
  answer.body.on('error', () => {}).destroy();
}

/** Returns the error for a refusal (4xx) without usable JSON: with the host's status and this site's text. */
export function refusalError(status: number, headers: Record<string, string> = {}): AppError {
  const retryAfter = headers['retry-after'];
  return new AppError(refusalCode(status), status, {
    ...(retryAfter && { headers: { 'Retry-After': retryAfter } }),
  });
}

/** Fields in which frameworks in debug mode report where a failure happened. */
const debugKeys = new Set(['exception', 'file', 'line', 'trace', 'previous', 'debug']);

/**
 * Returns a refusal (4xx) of the API host as the envelope of shared/contract/README.md, "Answers": with the host's
 * own text and field errors, with `status` 0 even if the host omits it, and without a stack trace. Undefined if the
 * answer is not an object, since it contains no usable text then.
 */
export function refusalEnvelope(status: number, json: unknown): Envelope | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const kept = Object.fromEntries(Object.entries(json).filter(([key]) => !debugKeys.has(key)));
  return { ...kept, status: 0, ...(status === 401 && { code: 'session.required' }) };
}

/**
 * True if the body of an answer states a refusal, regardless of the HTTP status. Always false for a body without
 * `status`; the HTTP status then decides.
 */
export function saysNo(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('status' in json)) return false;
  const { status } = json;
  // An object counts as a refusal, because `Number()` can throw for an object that a host sends.
  return typeof status === 'object' || Number(status) !== 1;
}

function refusalCode(status: number): keyof typeof messages {
  if (status === 401) return 'session.required';
  if (status === 404 || status === 410) return 'request.notFound';
  return 'upstream.refused';
}

async function readExcerpt(answer: UpstreamAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= excerptBytes) break;
    }
  } catch {
    // If the body cannot be read, the excerpt contains what has arrived until then.
  }
  return Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8');
}
