import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { withTimeout } from '../../process/work.ts';
import { unusableAnswer, upstreamFailure } from './answers.ts';
import { bodyBytes, rebuildForm } from './body-bytes.ts';
import { createBreaker, type GuardedRequest } from './breaker.ts';
import { createCallLimit } from './call-limit.ts';
import { createHostPool } from './host-pool.ts';
import { isSafe, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts';

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
