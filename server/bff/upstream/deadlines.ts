import type { UpstreamAnswer } from './upstream.ts';

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
/** Milliseconds. Longer timers overflow in Node and fire immediately. */
const longestTimerMs = 2 ** 31 - 1;

/** Returns the deadline of an exchange whose body has `bodyLength` bytes, in milliseconds. */
export function deadlineOf(timeoutMs: number, bodyLength = 0): number {
  return Math.min(longestTimerMs, 4 * timeoutMs + (bodyLength / slowestBytesPerSecond) * 1000);
}

/** Returns how long a host may be silent after it has received `bodyLength` bytes, in milliseconds. */
export function answerMs(silenceMs: number, bodyLength = 0): number {
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
export function timedLength(headers: UpstreamAnswer['headers']): number {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? Math.min(length, timedBytes) : 0;
}
