import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { bodyStream } from './body-stream.ts';
import { createCallLimit } from './call-limit.ts';
import { deadlineOf } from './exchange.ts';
import { unusableAnswer, upstreamFailure } from './failures.ts';
import { rebuildForm } from './form-body.ts';
import { createGuard, type GuardedRequest, type Watch } from './guard.ts';
import { createHttpClient } from './http-client.ts';
import { exchangeOverNode } from './node-exchange.ts';
import { ReadPool } from './read-pool.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/**
 * Maximum number of connections to the API host. Further calls wait for a connection, but no longer than for a host
 * that does not answer.
 */
const connectionLimit = 256;
const probeMs = 2_000;
/** How long running calls may take to end when the process stops, in milliseconds. */
const closeMs = 1_000;

export interface UpstreamOptions {
  /** Logs when the host starts to count as down, and when it is available again. */
  log?: Pick<Logger, 'warn'>;
  /** Monotonic clock of the breakers and the call limit, in milliseconds. */
  now?: () => number;
}

/**
 * Creates the client of the API host. Reads go over undici, writes over Node's own client (http-client.ts explains
 * why).
 */
export function createUpstream(url: URL, timeoutMs: number, { log, now }: UpstreamOptions = {}): Upstream {
  const http = createHttpClient(url, connectionLimit);
  const pool = new ReadPool({
    url,
    connections: connectionLimit,
    timeoutMs,
    readByNode: (wanted, silenceMs) =>
      exchangeOverNode(wanted, { silenceMs, idleMs: timeoutMs }, (exchange) => http.read(wanted, exchange)),
  });
  const clock = now && { now };
  const limit = createCallLimit({ timeoutMs, ...clock });
  const guard = createGuard({
    ...clock,
    ask: (path) => askForStatus(path, timeoutMs),
    onChange(change, cause) {
      if (change === 'down') log?.warn({ err: cause }, 'the API host is down; retrying every few seconds');
      else log?.warn('the API host is up again');
    },
  });

  async function request(given: UpstreamRequest): Promise<UpstreamAnswer> {
    const wanted = given.body === undefined ? withBody(given) : given;
    if (!isSafe(wanted.method) || wanted.body !== undefined) return guarded(wanted, () => write(wanted));
    const send = () =>
      guarded(wanted, (watch) => pool.read(wanted, timeoutMs, (error) => watch.bodyOver(error)));
    // Only visitors' reads wait until a pause that the host has demanded is over. Calls of admins are sent
    // immediately, and a 429 is passed on to them.
    const isVisitor = wanted.headers.authorization === undefined && !wanted.isSession;
    return isVisitor ? limit.send(wanted.signal, send) : send();
  }

  async function guarded(
    wanted: GuardedRequest,
    exchange: (watch: Watch) => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer> {
    if (wanted.signal?.aborted) throw new AppError('request.aborted', 499);
    const watch = guard.enter(wanted);
    try {
      const answer = await exchange(watch);
      await watch.answered(answer.status);
      return answer;
    } catch (error) {
      const known = upstreamFailure(error);
      await watch.failed(known);
      throw known;
    }
  }

  function write(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    // This empty listener is needed because the body's stream may fail while the call waits for a connection. Without
    // a listener, the error would end the process.
    if (wanted.body instanceof Readable) wanted.body.on('error', () => {});
    return exchangeOverNode(wanted, { silenceMs: timeoutMs, idleMs: timeoutMs }, (exchange) =>
      http.write(wanted, exchange),
    );
  }

  async function askForStatus(path: string, silenceMs: number): Promise<number> {
    const { status, body } = await pool.read(
      { method: 'HEAD', path, headers: { host: url.host } },
      silenceMs,
    );
    body.resume();
    return status;
  }

  async function probe(): Promise<void> {
    if (guard.host.state !== 'closed') throw new AppError('upstream.down', 503);
    const status = await askForStatus('/', probeMs);
    if (status >= 500) throw unusableAnswer(new Error(`status ${status}`));
  }

  async function close(): Promise<void> {
    guard.close();
    // No request of a browser is running any more; at most, a sign-out is still being reported to the host. So the
    // wait may be short (`closeMs`).
    const gaveUp = Promise.withResolvers<void>();
    const timer = setTimeout(gaveUp.resolve, closeMs);
    // A connection that breaks meanwhile is quiet too, and may not keep the rest from closing.
    await Promise.race([Promise.allSettled([pool.quiet(), http.quiet()]), gaveUp.promise]);
    clearTimeout(timer);
    await pool.destroy();
    http.destroy();
  }

  return {
    url,
    timeoutMs,
    request,
    guarded,
    breaker: guard.host,
    mayRefresh: limit.mayRefresh,
    stats: () => ({ ...guard.stats(), state: guard.host.state, pausedSeconds: limit.pausedSeconds }),
    deadlineMs: (bodyLength) => deadlineOf(timeoutMs, bodyLength),
    probe,
    close,
  };
}

/** Returns the call with the bytes of its JSON body, or with its form encoded as a multipart body. */
function withBody(wanted: UpstreamRequest): UpstreamRequest {
  const { json, form } = wanted;
  if (json) return { ...wanted, body: [json.bytes], bodyLength: json.bytes.length };
  if (!form) return wanted;
  const { contentType, length, pieces } = rebuildForm(form.parts);
  return {
    ...wanted,
    headers: { ...wanted.headers, 'content-type': contentType, 'content-length': String(length) },
    body: bodyStream(pieces, form.readFile),
    bodyLength: length,
  };
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
