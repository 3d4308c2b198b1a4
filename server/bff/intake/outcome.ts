import type { TextCode } from '#shared/desk-messages.ts';
import { AppError } from '../../errors.ts';
import { type Cause, causeOf } from '../../http/causes.ts';
import {
  dumpAnswer,
  hostFailure,
  isJson,
  jsonAnswer,
  readBytes,
  refusalEnvelope,
  retryAfterMs,
  saysNo,
  WholeAnswer,
} from '../upstream/answers.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';

/** The outcome of sending a form. */
export type Outcome =
  /**
   * The host has answered: it accepted the form, or refused it for a reason that the sender must know. `json` is the
   * parsed body, if the body is JSON.
   */
  | { kind: 'answered'; answer: UpstreamAnswer; isTaken: boolean; json: unknown; problem: Problem }
  /** The host cannot accept the form now, so the form is stored. */
  | FailedOutcome;

export interface FailedOutcome extends Failure {
  kind: 'failed';
  problem: Problem;
  why: Cause;
  cause: unknown;
}

interface Failure {
  /** True if the host may have processed the form. */
  wasSent: boolean;
  /**
   * True if the failure was the host's: every other form would probably fail too. After an answer with a status,
   * however, this form may be the only one that fails.
   */
  isOfHost: boolean;
  retryAfterMs?: number;
}

/** Why a form could not be delivered, in the shape of `last_problem` in `intakeItemSchema`. */
export interface Problem {
  code: TextCode;
  status: number | null;
  message: string | null;
}

/**
 * Statuses by which a host asks to try again later. They do not depend on the form (RFC 9110 §15.5.9, RFC 8470 §5.2,
 * RFC 6585 §4).
 */
const later = new Set([408, 425, 429]);

/** Causes of failure without a (safe) connection, so the host cannot have received any part of the form. */
const neverSent = new Set<Cause>(['refused', 'dns', 'tls', 'breaker_open']);

/** The longest pause that a host can demand, in milliseconds. */
const longestPauseMs = 5 * 60_000;

/**
 * Sends a form and returns the outcome; never rejects. The answer is read to its end, because a truncated answer
 * counts as a failure.
 */
export async function attempt(send: () => Promise<UpstreamAnswer>): Promise<Outcome> {
  try {
    return await outcomeOf(await send().catch(refusedHere));
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('request.failed', 500, { cause: error });
    const isOfHost = neverSent.has(causeOf(known));
    // Only this site's breaker can have set a Retry-After header here, because the host has not answered.
    const retryAfterMs = isOfHost ? pauseOf(known.headers['Retry-After']) : undefined;
    return failed(known, { status: null, wasSent: !isOfHost, isOfHost, retryAfterMs });
  }
}

async function outcomeOf(answer: UpstreamAnswer): Promise<Outcome> {
  const { status, headers } = answer;
  if (status >= 500 || later.has(status)) {
    const { code } = status >= 500 ? await hostFailure(answer) : { code: 'upstream.busy' as const };
    dumpAnswer(answer);
    // The error is for the log. It leaves out the host's own text, because error pages for developers may repeat the
    // contents of the form.
    const error = new AppError(code, status, { cause: new Error(`The API host answered ${status}`) });
    // With 503, 425 or 429 a host did not accept the call. With another status it may have processed the form.
    const isOfHost = status === 503 || later.has(status);
    const wasSent = !isOfHost || status === 408;
    return failed(error, { status, wasSent, isOfHost, retryAfterMs: pauseOf(headers['retry-after']) });
  }
  const answered = { kind: 'answered', isTaken: status < 300 } as const;
  if (!isJson(answer)) {
    dumpAnswer(answer);
    const empty = new WholeAnswer(status, headers);
    return { ...answered, answer: empty, json: undefined, problem: problemOf(status, undefined) };
  }
  const bytes = await readBytes(answer);
  const json = jsonIn(bytes);
  const { 'content-encoding': _unpacked, ...rest } = headers;
  return {
    ...answered,
    answer: new WholeAnswer(status, { ...rest, 'content-length': String(bytes.length) }, bytes),
    isTaken: status < 300 && !saysNo(json),
    json,
    problem: problemOf(status, json),
  };
}

/**
 * Turns a refusal by this site's own code, made before the form was sent, into an answer. The refusal would be the
 * same at every attempt, e.g. for a call that the host lacks or a file that it does not accept. Rethrows errors after
 * which a retry may succeed.
 */
function refusedHere(error: unknown): UpstreamAnswer {
  if (!(error instanceof AppError) || error.status >= 499 || later.has(error.status)) throw error;
  const { status, code, message, fields: errors } = error;
  return jsonAnswer(status, { status: 0, code, message, ...(errors && { errors }) });
}

/** Returns the outcome of a failed attempt. `status` is the status of the host's answer; null without an answer. */
export function failed(
  error: AppError,
  { status, ...rest }: Failure & { status: number | null },
): FailedOutcome {
  const problem = { code: error.code, status, message: null };
  return { kind: 'failed', problem, why: causeOf(error), cause: error.cause ?? error, ...rest };
}

function problemOf(status: number, json: unknown): Problem {
  const envelope = refusalEnvelope(status, json);
  // Only texts are joined: a host can send a list that is nested too deeply to be converted to a text.
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

/** Returns the pause that the host demands, in milliseconds; undefined if it demands none. */
function pauseOf(header: string | string[] | undefined): number | undefined {
  const ms = retryAfterMs(header, Date.now()) ?? 0;
  return ms > 0 ? Math.min(ms, longestPauseMs) : undefined;
}
