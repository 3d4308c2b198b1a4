import { Readable } from 'node:stream';
import type { TextCode } from '#shared/desk-messages.ts';
import { AppError } from '../../errors.ts';
import { type Cause, causeOf } from '../../http/causes.ts';
import { isJson, jsonAnswer, readBytes } from '../upstream/json-answer.ts';
import { dumpAnswer, hostFailure, refusalEnvelope, saysNo } from '../upstream/refusals.ts';
import { retryAfterMs } from '../upstream/retry-after.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';

/** The outcome of sending a form. */
export type Outcome =
  /** The host has answered: its yes, or a no that whoever sent the form has to hear. `json` is its body, if it is any. */
  | { kind: 'answered'; answer: UpstreamAnswer; isTaken: boolean; json: unknown; problem: Problem }
  /** Not now: the form is kept. */
  | FailedOutcome;

export interface FailedOutcome extends Failure {
  kind: 'failed';
  problem: Problem;
  why: Cause;
  cause: unknown;
}

interface Failure {
  /** The host may have done it. */
  wasSent: boolean;
  /** Every other form would fail alike. With a status the host has answered, and it may be this one alone all the same. */
  isOfHost: boolean;
  retryAfterMs?: number | undefined;
}

/** As `last_problem` of `intakeItemSchema`. */
export interface Problem {
  code: TextCode;
  status: number | null;
  message: string | null;
}

/** By these a host says "later", whatever the form (RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4). */
const later = new Set([408, 425, 429]);

/** There was no connection, or none that is safe: nothing of the form can be at the host. */
const neverSent = new Set<Cause>(['refused', 'dns', 'tls', 'breaker_open']);

/** The longest time for which a host, or a form, is left alone because the host asks for it. */
const longestPauseMs = 5 * 60_000;

/**
 * Sends a form and tells what came of it; never rejects. The answer is read to its end, so that one that is cut off is no answer.
 * `now` gives milliseconds since 1970.
 */
export async function attempt(
  send: () => Promise<UpstreamAnswer>,
  now: () => number = Date.now,
): Promise<Outcome> {
  let answer: UpstreamAnswer;
  try {
    answer = await send();
  } catch (error) {
    const refusal = refusedHere(error);
    if (!refusal) return failedBy(error, now);
    answer = refusal;
  }
  const { status, headers } = answer;
  const retryAfterMs = pauseOf(headers['retry-after'], now);
  const answered = (body: Readable, json?: unknown, length = headers): Outcome => ({
    kind: 'answered',
    answer: { status, headers: length, body },
    isTaken: status < 300 && !saysNo(json),
    json,
    problem: problemOf(status, json),
  });
  if (status >= 500) {
    const { code } = await hostFailure(answer);
    // Not its words: a page that tells developers of a failure repeats the form, and this is for the log.
    const error = new AppError(code, status, { cause: new Error(`The API host answered ${status}`) });
    // 503 is what a host says that does not take the call; the others may come after it was done.
    const isOfHost = status === 503;
    return failed(error, { status, wasSent: !isOfHost, isOfHost, retryAfterMs });
  }
  if (later.has(status)) {
    dumpAnswer(answer);
    const cause = new Error(`The API host answered ${status}`);
    const error = new AppError('upstream.busy', status, { cause });
    return failed(error, { status, wasSent: status === 408, isOfHost: true, retryAfterMs });
  }
  if (!isJson(answer)) {
    dumpAnswer(answer);
    return answered(Readable.from([]));
  }
  let bytes: Buffer;
  try {
    bytes = await readBytes(answer);
  } catch (error) {
    return failedBy(error, now);
  }
  const { 'content-encoding': _unpacked, ...rest } = headers;
  const whole = { ...rest, 'content-length': String(bytes.length) };
  return answered(Readable.from([bytes], { objectMode: false }), jsonIn(bytes), whole);
}

/**
 * A refusal of the form itself on the way to the host, as an answer: it would be the same each time, such as of a call that the host lacks
 * or a file that it does not take. Undefined for what may go through later.
 */
function refusedHere(error: unknown): UpstreamAnswer | undefined {
  if (!(error instanceof AppError) || error.status >= 499 || later.has(error.status)) return undefined;
  const { status, code, message, fields: errors } = error;
  return jsonAnswer(status, { status: 0, code, message, ...(errors && { errors }) });
}

function failedBy(error: unknown, now: () => number): FailedOutcome {
  const known = error instanceof AppError ? error : new AppError('request.failed', 500, { cause: error });
  const isUnsent = neverSent.has(causeOf(known));
  // Ours, of the breaker.
  const retryAfterMs = isUnsent ? pauseOf(known.headers['Retry-After'], now) : undefined;
  return failed(known, { status: null, wasSent: !isUnsent, isOfHost: isUnsent, retryAfterMs });
}

/** `status`: of the host's answer, null without one. */
export function failed(
  error: AppError,
  { status, ...rest }: Failure & { status: number | null },
): FailedOutcome {
  const problem = { code: error.code, status, message: null };
  return { kind: 'failed', problem, why: causeOf(error), cause: error.cause ?? error, ...rest };
}

function problemOf(status: number, json: unknown): Problem {
  const envelope = refusalEnvelope(status, json);
  // Words only: a host can nest a list so deeply that nothing makes a text of it.
  const fields = Object.entries(envelope?.errors ?? {}).map(
    ([name, texts]) => `${name}: ${[texts].flat().filter(isText).join(' ')}`,
  );
  const words = [typeof envelope?.message === 'string' ? envelope.message : '', ...fields]
    .filter(Boolean)
    .join(' ');
  return { code: 'upstream.refused', status, message: words === '' ? null : words.slice(0, 1_000) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** How long the host asks to be left alone, in milliseconds; undefined when it does not. */
function pauseOf(header: string | string[] | undefined, now: () => number): number | undefined {
  const ms = retryAfterMs(header, now()) ?? 0;
  return ms > 0 ? Math.min(ms, longestPauseMs) : undefined;
}
