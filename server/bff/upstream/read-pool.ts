import { buildConnector, Pool } from 'undici';
import { AppError } from '../../errors.ts';
import { deadlineOf } from './exchange.ts';
import { upstreamFailure } from './failures.ts';
import { PooledRead } from './pooled-read.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

interface ReadPoolOptions {
  url: URL;
  /** Maximum number of connections; further reads wait for one. */
  connections: number;
  /** Milliseconds a read may wait for a connection, and for the next part of a body. */
  timeoutMs: number;
  /**
   * Makes a read over Node's client, which accepts interim answers. `silenceMs` is the time until the headers have to
   * arrive.
   */
  readByNode(wanted: UpstreamRequest, silenceMs: number): Promise<UpstreamAnswer>;
}

/** Called once when the body of an answer has ended; with the error if it ended too early. */
type BodyOver = (error?: Error) => void;

/**
 * Makes reads over kept-alive connections of undici, at half the cost of http.request. undici treats an unsolicited
 * 100 Continue as an error, although RFC 9110 §15.2 allows it. A read that fails in this way is repeated once over
 * Node's client. If that succeeds, the host sends such interim answers, and all further reads go over Node's client.
 */
export class ReadPool {
  readonly #options: ReadPoolOptions;
  readonly #connections: WatchedConnections;
  readonly #pool: Pool;
  #sendsInterimAnswers = false;

  constructor(options: ReadPoolOptions) {
    const { url, connections, timeoutMs } = options;
    this.#options = options;
    this.#connections = new WatchedConnections(buildConnector({ timeout: timeoutMs, allowH2: false }));
    this.#pool = new Pool(url, {
      connections,
      connect: this.#connections.connect,
      allowH2: false,
      // undici's timeouts are switched off, because PooledRead has its own timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    });
  }

  read(wanted: UpstreamRequest, silenceMs: number, over: BodyOver = () => {}): Promise<UpstreamAnswer> {
    const { timeoutMs, readByNode } = this.#options;
    if (wanted.signal?.aborted) return Promise.reject(new AppError('request.aborted', 499));
    if (this.#sendsInterimAnswers) {
      over();
      return readByNode(wanted, silenceMs);
    }
    return new Promise((resolve, reject) => {
      let isRepeated = false;
      const failed = (error: Error, attempt: PooledRead) => {
        const isFirst = !attempt.reason && !isRepeated;
        if (isFirst && this.#connections.wasStale(error)) {
          isRepeated = true;
          this.#dispatch(attempt);
          return true;
        }
        if (!isFirst || !mayBeInterimAnswer(error)) {
          reject(upstreamFailure(error));
          return false;
        }
        readByNode(wanted, Math.max(1, silenceMs - attempt.elapsedMs)).then((answer) => {
          this.#sendsInterimAnswers = true;
          over();
          resolve(answer);
        }, reject);
        return false;
      };
      const clocks = {
        silenceMs,
        idleMs: timeoutMs,
        deadlineMs: (bodyLength: number) => deadlineOf(timeoutMs, bodyLength),
      };
      this.#dispatch(new PooledRead(wanted, clocks, { answered: resolve, failed, over }));
    });
  }

  /** Resolves when no read is running. */
  quiet(): Promise<void> {
    return this.#pool.close();
  }

  destroy(): Promise<void> {
    return this.#pool.destroy();
  }

  #dispatch(attempt: PooledRead): void {
    const { method, path, headers } = attempt.wanted;
    this.#pool.dispatch({ method: method as 'GET', path, headers }, attempt);
  }
}

/** Error codes for a connection that the other side closed. Other failures of a connection have other codes. */
const endedCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/**
 * undici's messages for bytes that are not a valid answer. Their errors have the code of a closed connection, so the
 * message has to be checked.
 */
const answeredBadly = /^bad (response|upgrade)$/;

/**
 * True for the error that undici reports at an unsolicited 100 Continue, but also at any other bytes that are not an
 * answer.
 */
function mayBeInterimAnswer(error: Error): boolean {
  return error.message === 'bad response';
}

/**
 * Remembers for each failed connection whether an answer had arrived over it before. Only then can the failure mean
 * that the host closed an idle connection just as it was used again.
 */
class WatchedConnections {
  readonly connect: buildConnector.connector;
  readonly #readBefore = new WeakMap<Error, number>();

  constructor(connector: buildConnector.connector) {
    this.connect = (options, callback) =>
      connector(options, (...result) => {
        const [error, socket] = result;
        if (!error) socket.on('error', (failure) => this.#readBefore.set(failure, socket.bytesRead));
        callback(...result);
      });
  }

  /**
   * True if a call failed because its connection was just closing. A safe call without a body may then be retried
   * once (RFC 9110 §9.2.2).
   */
  wasStale(error: Error): boolean {
    if (!('code' in error) || !endedCodes.has(String(error.code))) return false;
    if (answeredBadly.test(error.message)) return false;
    const bytesRead =
      'socket' in error ? (error.socket as { bytesRead?: number } | null)?.bytesRead : undefined;
    return (bytesRead ?? this.#readBefore.get(error) ?? 0) > 0;
  }
}
