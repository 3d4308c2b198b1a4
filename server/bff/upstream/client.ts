import { Readable } from 'node:stream';
import type { Logger } from 'pino';
// These parts alone: the whole package loads fetch, WebSocket, caches and mocks, 13 MiB and 50 ms of every start. It limits no paths.
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { AppError } from '../../errors.ts';
import type { SentForm } from '../../forms/read-form.ts';
import { createCallLimit } from './call-limit.ts';
import { mayBeInterimAnswer, watchConnections } from './connections.ts';
import { deadlineOf, Exchange, timedLength } from './exchange.ts';
import { unusableAnswer, upstreamFailure } from './failures.ts';
import { rebuildForm } from './form-body.ts';
import { createGuard, type GuardedRequest, type Watch } from './guard.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { PooledRead } from './pooled-read.ts';
import { streamPieces } from './stream-pieces.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** Connections to the API host at once; what comes on top waits, no longer than a silent host would be waited for. */
const connectionLimit = 256;
const probeMs = 2_000;

export interface UpstreamOptions {
  /** Hears when the host is taken as down, and when it is back. */
  log?: Pick<Logger, 'warn'>;
  /** The clock of the breakers and of the limit of calls: one that nobody sets, in milliseconds. */
  now?: (() => number) | undefined;
}

/**
 * The client of the one API host. Reads go over undici, at half the cost of http.request; writes over http.request, since undici
 * takes a 100 Continue that nobody asked for as an error, when the host may have done what it was told. A read that fails so is
 * repeated once over http.request; when that works, the host is one of those, and http.request serves all its reads from then on.
 */
export function createUpstream(url: URL, timeoutMs: number, { log, now }: UpstreamOptions = {}): Upstream {
  const connections = watchConnections(buildConnector({ timeout: timeoutMs, allowH2: false }));
  const pool = new Pool(url, {
    connections: connectionLimit,
    connect: connections.connect,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  });
  const http = createHttpClient(url, connectionLimit);
  let sendsInterimAnswers = false;

  const deadlineMs = (bodyLength?: number) => deadlineOf(timeoutMs, bodyLength);

  const clock = now && { now };
  const limit = createCallLimit({ timeoutMs, ...clock });
  const guard = createGuard({
    ...clock,
    async ask(path) {
      const { status, body } = await read({ method: 'HEAD', path, headers: { host: url.host } });
      body.resume();
      return status;
    },
    onChange(change, cause) {
      if (change === 'down')
        log?.warn({ err: cause }, 'the API host is down: it is tried again every few seconds');
      else log?.warn('the API host is back');
    },
  });

  async function request(given: UpstreamRequest): Promise<UpstreamAnswer> {
    const wanted = given.form && given.body === undefined ? asMultipart(given, given.form) : given;
    if (!isSafe(wanted.method) || wanted.body !== undefined) return guarded(wanted, () => write(wanted));
    const send = () => guarded(wanted, (watch) => read(wanted, timeoutMs, watch));
    // Admins' own calls go through, and so does what the host says to them.
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

  async function write(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    // A source that fails while the call still waits for a connection has no other listener, and would end the process.
    if (wanted.body instanceof Readable) wanted.body.on('error', () => {});
    return overHttp(wanted, http.write, timeoutMs);
  }

  /** Over http.request; `silenceMs` is how long the host may take until its headers are there. */
  async function overHttp(
    wanted: UpstreamRequest,
    send: HttpClient['write'],
    silenceMs: number,
  ): Promise<UpstreamAnswer> {
    const exchange = new Exchange(silenceMs, deadlineMs(wanted.bodyLength), wanted.signal, wanted.bodyLength);
    const end = () => {
      exchange.end();
      if (wanted.body instanceof Readable) wanted.body.destroy();
    };
    try {
      const answer = await send(wanted, exchange);
      const lastMs = deadlineMs((wanted.bodyLength ?? 0) + timedLength(answer.headers));
      exchange.answered(lastMs, answer.body, timeoutMs);
      answer.body.once('close', end);
      return answer;
    } catch (error) {
      end();
      throw upstreamFailure(error);
    }
  }

  function read(wanted: UpstreamRequest, silenceMs = timeoutMs, watch?: Watch): Promise<UpstreamAnswer> {
    if (wanted.signal?.aborted) return Promise.reject(new AppError('request.aborted', 499));
    const over = (error?: Error) => watch?.bodyOver(error);
    if (sendsInterimAnswers) {
      over();
      return overHttp(wanted, http.read, silenceMs);
    }
    return new Promise((resolve, reject) => {
      let isRepeated = false;
      const dispatch = (handler: PooledRead) =>
        pool.dispatch(
          { method: wanted.method as 'GET', path: wanted.path, headers: wanted.headers },
          handler,
        );
      const failed = (error: Error, attempt: PooledRead) => {
        if (!attempt.reason && !isRepeated && connections.wasStale(error)) {
          isRepeated = true;
          dispatch(attempt);
          return true;
        }
        if (attempt.reason || isRepeated || !mayBeInterimAnswer(error)) {
          reject(upstreamFailure(error));
          return false;
        }
        const answer = overHttp(wanted, http.read, Math.max(1, silenceMs - attempt.elapsedMs));
        answer.then((given) => {
          sendsInterimAnswers = true;
          over();
          resolve(given);
        }, reject);
        return false;
      };
      const clocks = { silenceMs, idleMs: timeoutMs, deadlineMs };
      dispatch(new PooledRead(wanted, clocks, { answered: resolve, failed, over }));
    });
  }

  async function probe(): Promise<void> {
    if (guard.host.state !== 'closed') throw new AppError('upstream.down', 503);
    const wanted = { method: 'HEAD', path: '/', headers: { host: url.host } };
    const { status, body } = await read(wanted, probeMs);
    body.resume();
    if (status >= 500) throw unusableAnswer(new Error(`status ${status}`));
  }

  async function close(): Promise<void> {
    guard.close();
    // Nothing of a browser runs any more at this point; what is left is a sign-out told to the host, if anything.
    let giveUp: NodeJS.Timeout | undefined;
    const timedOut = new Promise<void>((resolve) => {
      giveUp = setTimeout(resolve, 1_000);
    });
    await Promise.race([Promise.all([pool.close(), http.quiet()]), timedOut]);
    clearTimeout(giveUp);
    await pool.destroy();
    http.destroy();
  }

  return {
    url,
    timeoutMs,
    request,
    guarded,
    breaker: {
      get state() {
        return guard.host.state;
      },
      get downSince() {
        return guard.host.downSince;
      },
      get retryAfterSeconds() {
        return guard.host.retryAfterSeconds;
      },
      onBack: guard.onBack,
    },
    mayRefresh: limit.mayRefresh,
    stats: () => ({ ...guard.stats(), state: guard.host.state, pausedSeconds: limit.pausedSeconds }),
    deadlineMs,
    probe,
    close,
  };
}

/** A form that nobody has made a body of. */
function asMultipart(wanted: UpstreamRequest, { parts, readFile }: SentForm): UpstreamRequest {
  const { contentType, length, pieces } = rebuildForm(parts);
  return {
    ...wanted,
    headers: { ...wanted.headers, 'content-type': contentType, 'content-length': String(length) },
    body: readFile ? streamPieces(pieces, readFile) : pieces,
    bodyLength: length,
  };
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
