import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { withTimeout } from '../../process/work.ts';
import { dumpAnswer, retryAfterMs, unusableAnswer, upstreamFailure } from './answers.ts';
import { bodyBytes, rebuildForm } from './body-bytes.ts';
import { createBreaker, type GuardedRequest } from './breaker.ts';
import { createHostPool } from './host-pool.ts';
import { isSafe, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts';

/** Limits for the length of a pause that the host demands by a 429, in milliseconds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** Length of the pause after a 429 without a usable Retry-After, in milliseconds. */
const defaultPauseMs = 10_000;
/**
 * How long a visitor's read waits for the end of a pause, in milliseconds; not longer than it would wait for a host
 * that does not answer.
 */
const patienceMs = 4_500;
/**
 * After a 429, cached answers are refreshed no more often than this, in milliseconds: a quarter of the 60 calls a minute
 * that Laravel allows. The others are reserved for answers that are not cached.
 */
const refreshMs = 4_000;
/** For how long after a pause that is so, in milliseconds. */
const rememberedMs = 60 * 60_000;

/** Adapts the reads for visitors to the host's limit of calls (429, RFC 6585 §4). */
function createCallLimit(timeoutMs: number, now = () => performance.now()) {
  const patience = Math.min(patienceMs, timeoutMs);
  let pausedUntil = 0;
  let nextRefreshAt = 0;
  const waitMs = () => pausedUntil - now();

  function pause(header: string | string[] | undefined) {
    const asked = retryAfterMs(header, Date.now()) ?? defaultPauseMs;
    const ms = Math.min(longestPauseMs, Math.max(shortestPauseMs, asked));
    pausedUntil = Math.max(pausedUntil, now() + ms);
  }

  const busy = () => {
    const seconds = String(Math.max(1, Math.ceil(waitMs() / 1000)));
    return new AppError('upstream.busy', 503, { retryAfter: seconds });
  };

  return {
    /**
     * Sends a visitor's read after the host's current pause has ended. Rejects with AppError 503 `upstream.busy`, with
     * Retry-After, if the pause is longer than a visitor can wait, or if the host demands another one.
     */
    async send(signal: AbortSignal | undefined, read: () => Promise<UpstreamAnswer>) {
      if (waitMs() > patience) throw busy();
      if (waitMs() > 0)
        await sleep(waitMs(), undefined, { signal }).catch(() => {
          throw new AppError('request.aborted', 499);
        });
      const answer = await read();
      if (answer.status !== 429) return answer;
      pause(answer.headers['retry-after']);
      dumpAnswer(answer);
      throw busy();
    },
    /** False if cached answers should not be refreshed now, because the host's limit is nearly used up. */
    mayRefresh() {
      const at = now();
      if (pausedUntil === 0 || at > pausedUntil + rememberedMs) return true;
      if (at < Math.max(pausedUntil, nextRefreshAt)) return false;
      nextRefreshAt = at + refreshMs;
      return true;
    },
  };
}

/**
 * Maximum number of connections to the API host. Further calls wait for a connection, but no longer than for a host
 * that does not answer.
 */
const connectionLimit = 256;
const probeMs = 2_000;
/** Longest wait for the answer to a trial call, in milliseconds: as long as a page waits for its reads. */
const trialMs = 5_000;
/** How long running calls may take to end when the process stops, in milliseconds. */
const closeMs = 1_000;

export interface UpstreamOptions {
  /** Logs when the host starts to count as down, and when it is available again. */
  log?: Pick<Logger, 'warn'>;
  /** Monotonic clock of the call limit, in milliseconds. */
  now?: () => number;
}

/** Creates the client of the API host. */
export function createUpstream(url: URL, timeoutMs: number, { log, now }: UpstreamOptions = {}): Upstream {
  const pool = createHostPool(url, connectionLimit, timeoutMs);
  const limit = createCallLimit(timeoutMs, now);
  const breaker = createBreaker({
    ask: (path) => askForStatus(path, Math.min(trialMs, timeoutMs)),
    onChange(change, cause) {
      if (change === 'down') log?.warn({ err: cause }, 'the API host is down; retrying every few seconds');
      else log?.warn('the API host is up again');
    },
  });

  async function request(given: UpstreamRequest) {
    const wanted = given.body === undefined ? withBody(given) : given;
    if (!isSafe(wanted.method) || wanted.body !== undefined) return guarded(wanted, () => pool.write(wanted));
    const send = () => guarded(wanted, () => pool.read(wanted, timeoutMs));
    // Only visitors' reads wait until a pause that the host has demanded is over. Calls of admins are sent
    // immediately, and a 429 is passed on to them.
    const isVisitor = wanted.headers.authorization === undefined && !wanted.isSession;
    return isVisitor ? limit.send(wanted.signal, send) : send();
  }

  async function guarded(
    wanted: GuardedRequest & Pick<UpstreamRequest, 'signal'>,
    exchange: () => Promise<UpstreamAnswer>,
  ) {
    if (wanted.signal?.aborted) throw new AppError('request.aborted', 499);
    breaker.admit();
    const begun = performance.now();
    try {
      const answer = await exchange();
      breaker.answered(wanted, answer.status, performance.now() - begun);
      return answer;
    } catch (error) {
      const known = upstreamFailure(error);
      breaker.failed(wanted, known);
      throw known;
    }
  }

  async function askForStatus(path: string, silenceMs: number) {
    const { status, body } = await pool.read(
      { method: 'HEAD', path, headers: { host: url.host } },
      silenceMs,
    );
    body.resume();
    return status;
  }

  async function probe() {
    if (breaker.host.state === 'open') throw new AppError('upstream.down', 503);
    const status = await askForStatus('/', probeMs);
    if (status >= 500) throw unusableAnswer(new Error(`status ${status}`));
  }

  async function close() {
    breaker.close();
    // No request of a browser is running any more; at most, a sign-out is still being reported to the host. So the
    // wait may be short (`closeMs`).
    // A connection that breaks meanwhile is quiet too, and may not keep the rest from closing.
    await withTimeout(closeMs, pool.quiet()).catch(() => {});
    await pool.destroy();
  }

  return {
    url,
    timeoutMs,
    request,
    guarded,
    breaker: breaker.host,
    mayRefresh: limit.mayRefresh,
    probe,
    close,
  };
}

/** Returns the call with the bytes of its JSON body, or with its form encoded as a multipart body. */
function withBody(wanted: UpstreamRequest) {
  const { json, form } = wanted;
  if (json) return { ...wanted, body: [json.bytes], bodyLength: json.bytes.length };
  if (!form) return wanted;
  const { contentType, length, pieces } = rebuildForm(form.parts);
  return {
    ...wanted,
    headers: { ...wanted.headers, 'content-type': contentType, 'content-length': String(length) },
    body: bodyBytes(pieces, form.readFile),
    bodyLength: length,
  };
}
