import type { ServerResponse } from 'node:http';
import { AppError } from '../../errors.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** One exchange with a host. */
export interface Exchange {
  /**
   * Sets what has to stop when the browser leaves, or when a time limit is over; it is stopped at once if that has happened
   * before. No signal is made for this, because a signal costs more than the rest of an exchange.
   */
  whenOver(stop: (reason: AppError) => void): void;
  /** Yields the parts of the request's body; the host may be silent for some time after each. */
  send(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  /** Must be called when the headers of the answer have arrived. */
  answered(headers: UpstreamAnswer['headers']): void;
}

interface TimeLimits {
  /** How long the host may be silent before the headers of its answer, in milliseconds. */
  silenceMs: number;
  /** The time from which the deadline of the whole exchange follows, in milliseconds. */
  timeoutMs: number;
}

/**
 * Makes one call with its time limits: for silence until the headers of the answer have arrived, and for the whole
 * exchange, so that a host that sends very slowly is cut off too. Rejects as soon as a limit is over, even if the client
 * library still waits.
 */
export async function exchange(
  { signal: browser, bodyLength = 0 }: Pick<UpstreamRequest, 'signal' | 'bodyLength'>,
  { silenceMs, timeoutMs }: TimeLimits,
  ask: (exchange: Exchange) => Promise<UpstreamAnswer>,
) {
  const answering = Promise.withResolvers<UpstreamAnswer>();
  let over: AppError | undefined;
  let stop: ((reason: AppError) => void) | undefined;
  const finish = (reason: AppError) => {
    over ??= reason;
    answering.reject(over);
    stop?.(over);
  };
  const whenOver: Exchange['whenOver'] = (given) => {
    stop = given;
    if (over) stop(over);
  };
  const started = performance.now();
  const leave = () => finish(new AppError('request.aborted', 499));
  const expire = () => finish(new AppError('upstream.timeout', 504));
  let silence = setTimeout(expire, silenceMs);
  // Without a body the limit of silence is over first.
  let deadline: NodeJS.Timeout | undefined;
  let isAnswered = false;
  const end = () => {
    clearTimeout(silence);
    clearTimeout(deadline);
    browser?.removeEventListener('abort', leave);
  };
  async function* sent(body: AsyncIterable<Buffer>) {
    if (!isAnswered && !over) deadline = setTimeout(expire, deadlineOf(timeoutMs, bodyLength));
    for await (const chunk of body) {
      if (!isAnswered) silence.refresh();
      yield chunk;
    }
    clearTimeout(silence);
    if (!isAnswered && !over) silence = setTimeout(expire, answerMs(silenceMs, bodyLength));
  }
  const answered = (headers: UpstreamAnswer['headers']) => {
    // An exchange that is over clears no timer any more.
    if (over) return;
    isAnswered = true;
    clearTimeout(silence);
    clearTimeout(deadline);
    const lastMs = deadlineOf(timeoutMs, bodyLength + timedLength(headers));
    const leftMs = lastMs - (performance.now() - started);
    // Rounded, because Node has a list for each length of timers, and to make a list costs more than a timer.
    deadline = setTimeout(expire, Math.ceil(leftMs / roundedMs) * roundedMs);
  };
  try {
    if (browser?.aborted) leave();
    else browser?.addEventListener('abort', leave, { once: true });
    ask({ whenOver, send: sent, answered }).then(answering.resolve, answering.reject);
    const answer = await answering.promise;
    if (answer.bytes) end();
    else answer.body.once('close', end);
    return answer;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * The slowest connection, in bytes per second, for which the timeouts of an upload or a download of known length are
 * long enough.
 */
const slowestBytesPerSecond = 256 * 1024;
/**
 * Bytes per second. After an upload of n bytes, the host gets n divided by this number as extra seconds to answer,
 * because it may have to pass the upload on, e.g. to a store of its own.
 */
const storedBytesPerSecond = 2 * 1024 * 1024;
/** 24 days in milliseconds. Timers that are a day longer overflow in Node and fire immediately. */
const longestTimerMs = 24 * 86_400_000;

const roundedMs = 50;

/** Returns the deadline of an exchange whose body has `bodyLength` bytes, in milliseconds. */
function deadlineOf(timeoutMs: number, bodyLength = 0) {
  return Math.min(longestTimerMs, 4 * timeoutMs + (bodyLength / slowestBytesPerSecond) * 1000);
}

/** Returns how long a host may be silent after it has received `bodyLength` bytes, in milliseconds. */
export function answerMs(silenceMs: number, bodyLength = 0) {
  return Math.min(longestTimerMs, silenceMs + (bodyLength / storedBytesPerSecond) * 1000);
}

/**
 * The number of bytes that the slowest connection transfers in an hour. A larger announced length gets no more time,
 * because a host can announce any length.
 */
const timedBytes = 3_600 * slowestBytesPerSecond;

/**
 * Returns the announced length of an answer in bytes, at most `timedBytes`; 0 if the length is missing or invalid.
 */
function timedLength(headers: UpstreamAnswer['headers']) {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? Math.min(length, timedBytes) : 0;
}

/**
 * Returns a signal that fires when the browser disconnects before its answer is complete. Without it, visitors who
 * close a tab would hold connections to the API host until none are left.
 */
export function disconnectSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
