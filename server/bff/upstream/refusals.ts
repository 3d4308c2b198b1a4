import type { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { AppError } from '../../errors.ts';
import { type RewriteRules, rewriteLocation } from './addresses.ts';
import { browserHeaders } from './browser-headers.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** Maximum bytes of a failed answer that are logged. */
const excerptBytes = 2_048;
const keptStatuses = new Set([500, 502, 503, 504]);

/**
 * Turns a 5xx of the API host into an error of this site: with the host's status, so that a load balancer sees the
 * truth, and without its body, which may show stack traces or SQL. 507 gets a message that there is no room. The
 * beginning of the body becomes the cause of the error, for the log; the caller's token, which a debug page may
 * repeat, has already been removed from it (`redactToken`).
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
 * Returns the error for a redirect: redirects are never followed for the browser, and are no answer of the contract.
 * The status is passed on; the target only if it is an address of this site.
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

/** Discards an answer with its unread body, and ends the exchange. */
export function dumpAnswer(answer: UpstreamAnswer): void {
  answer.body.on('error', () => {}).destroy();
}

/** Error for a refusal (4xx) without usable JSON: this site's text, the host's status. */
export function refusalError(status: number, headers: Record<string, string> = {}): AppError {
  const retryAfter = headers['retry-after'];
  return new AppError(refusalCode(status), status, {
    ...(retryAfter && { headers: { 'Retry-After': retryAfter } }),
  });
}

/** Keys under which frameworks in debug mode report the place of a failure. */
const debugKeys = new Set(['exception', 'file', 'line', 'trace', 'previous', 'debug']);

/**
 * Returns a refusal (4xx) of the API host as the envelope of shared/contract/README.md, "Answers": with the host's own text and
 * field errors, `status` 0 even if the host omits it, and no stack. Undefined if the answer is not an object: then it
 * has no usable text.
 */
export function refusalEnvelope(status: number, json: unknown): Envelope | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const kept = Object.fromEntries(Object.entries(json).filter(([key]) => !debugKeys.has(key)));
  return { ...kept, status: 0, ...(status === 401 && { code: 'session.required' }) };
}

/**
 * True for an answer whose body is a refusal, regardless of its HTTP status. Without a `status` in the body the HTTP
 * status decides.
 */
export function saysNo(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('status' in json)) return false;
  const { status } = json;
  // A host may send a value that cannot be converted to a number.
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
    // Only the status is known.
  }
  return Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8');
}
