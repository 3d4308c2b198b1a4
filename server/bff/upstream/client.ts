import { Readable } from 'node:stream';
import { buildConnector, Pool } from 'undici';
import { mayBeInterimAnswer, watchConnections } from './connections.ts';
import { Exchange } from './exchange.ts';
import { unusableAnswer, upstreamFailure } from './failures.ts';
import { createHttpClient } from './http-client.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** Connections to the API host at once; what comes on top waits, no longer than a silent host would be waited for. */
const connectionLimit = 256;
/** The slowest line, in bytes a second, that an upload or a download of known length is given the time for. */
const slowestBytesPerSecond = 256 * 1024;
const probeMs = 2_000;
/** Beyond this Node's timers wrap around and go off at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The client of the one API host. Reads go over undici, at half the cost of http.request; writes over http.request, since undici
 * takes a 100 Continue that nobody asked for as an error, when the host may have done what it was told. A read that fails so is
 * repeated once over http.request; when that works, the host is one of those, and http.request serves all its reads from then on.
 */
export function createUpstream(url: URL, timeoutMs: number): Upstream {
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

  const deadlineMs = (bodyLength = 0) =>
    Math.min(longestTimerMs, 4 * timeoutMs + (bodyLength / slowestBytesPerSecond) * 1000);

  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const repeatable = isSafe(wanted.method) && wanted.body === undefined;
    const exchange = new Exchange(timeoutMs, deadlineMs(wanted.bodyLength), wanted.signal);
    // A source that fails while the call still waits for a connection has no other listener, and would end the process.
    if (wanted.body instanceof Readable) wanted.body.on('error', () => {});
    const end = () => {
      exchange.end();
      if (wanted.body instanceof Readable) wanted.body.destroy();
    };
    try {
      const answer = await (repeatable ? read(wanted, exchange) : http.write(wanted, exchange));
      exchange.answered(deadlineMs((wanted.bodyLength ?? 0) + lengthOf(answer)));
      answer.body.once('close', end);
      return answer;
    } catch (error) {
      end();
      throw upstreamFailure(error);
    }
  }

  async function read(wanted: UpstreamRequest, exchange: Exchange): Promise<UpstreamAnswer> {
    if (sendsInterimAnswers) return http.read(wanted, exchange);
    try {
      return await send(pool, wanted, exchange);
    } catch (error) {
      if (exchange.signal.aborted) throw error;
      if (connections.wasStale(error)) return send(pool, wanted, exchange);
      if (!mayBeInterimAnswer(error)) throw error;
      const answer = await http.read(wanted, exchange);
      sendsInterimAnswers = true;
      return answer;
    }
  }

  async function probe(): Promise<void> {
    const exchange = new Exchange(probeMs, probeMs);
    try {
      const answer = await read({ method: 'HEAD', path: '/', headers: { host: url.host } }, exchange);
      answer.body.resume();
      if (answer.status >= 500) throw unusableAnswer(new Error(`status ${answer.status}`));
    } catch (error) {
      throw upstreamFailure(error);
    } finally {
      exchange.end();
    }
  }

  async function close(): Promise<void> {
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

  return { url, timeoutMs, request, deadlineMs, probe, close };
}

/** A read, over undici. */
async function send(pool: Pool, wanted: UpstreamRequest, exchange: Exchange): Promise<UpstreamAnswer> {
  const sent = pool.request({
    method: wanted.method as 'GET',
    path: wanted.path,
    headers: wanted.headers,
    signal: exchange.signal,
  });
  // A request that still waits for a connection does not hear of its abort: the race lets go of it at once.
  sent.catch(() => {});
  const { statusCode, headers, body } = await Promise.race([sent, exchange.givenUp()]);
  if (statusCode > 599) {
    body.on('error', () => {}).destroy();
    throw unusableAnswer(new Error(`status ${statusCode}`));
  }
  return { status: statusCode, headers, body };
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function lengthOf(answer: UpstreamAnswer): number {
  const length = Number(answer.headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}
