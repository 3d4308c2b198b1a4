import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { answerMs, deadlineOf, timedLength } from '../upstream/deadlines.ts';
import { unusableAnswer, upstreamFailure } from '../upstream/failures.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';

/** The answer to a request that Node's client has sent. */
export type NodeAnswer = UpstreamAnswer & { body: IncomingMessage };

/** One exchange over Node's client. */
export interface Exchange {
  /** Fires when the browser leaves, and when a time limit is over. */
  signal: AbortSignal;
  /** Yields the parts of the request's body; the host may be silent for some time after each. */
  send(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

/**
 * Runs one exchange over Node's client, with its timers: for silence while the body is sent and until the answer's
 * headers arrive, and a deadline for the whole exchange. `send` makes the request through http-proxy-middleware, and
 * resolves with the answer (`answerTo`). Rejects with AppError.
 */
export async function exchangeOverNode(
  { signal: browser, bodyLength = 0 }: Pick<UpstreamRequest, 'signal' | 'bodyLength'>,
  timeoutMs: number,
  send: (exchange: Exchange) => Promise<NodeAnswer>,
): Promise<UpstreamAnswer> {
  const over = new AbortController();
  const { signal } = over;
  const started = performance.now();
  const leave = () => over.abort(new AppError('request.aborted', 499));
  const expire = () => over.abort(new AppError('upstream.timeout', 504));
  let silence = setTimeout(expire, timeoutMs);
  let deadline = setTimeout(expire, deadlineOf(timeoutMs, bodyLength));
  let isAnswered = false;
  const end = () => {
    clearTimeout(silence);
    clearTimeout(deadline);
    browser?.removeEventListener('abort', leave);
  };
  async function* sent(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      if (!isAnswered) silence.refresh();
      yield chunk;
    }
    clearTimeout(silence);
    if (!isAnswered && !signal.aborted) silence = setTimeout(expire, answerMs(timeoutMs, bodyLength));
  }
  // Rejects as soon as the exchange is aborted, even if the client library still waits.
  const gaveUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  if (browser?.aborted) leave();
  else browser?.addEventListener('abort', leave, { once: true });
  try {
    const answer = await Promise.race([send({ signal, send: sent }), gaveUp]);
    isAnswered = true;
    clearTimeout(silence);
    clearTimeout(deadline);
    const lastMs = deadlineOf(timeoutMs, bodyLength + timedLength(answer.headers));
    deadline = setTimeout(expire, lastMs - (performance.now() - started));
    answer.body.once('close', end);
    return answer;
  } catch (error) {
    end();
    throw upstreamFailure(error);
  }
}

/**
 * Resolves with the answer to a request. When the exchange is aborted, request and answer are ended. Node's client
 * skips any number of interim answers (RFC 9110 §15.2).
 */
export function answerTo(request: ClientRequest, exchange: Exchange): Promise<NodeAnswer> {
  const { signal } = exchange;
  return new Promise((resolve, reject) => {
    const end = () => request.destroy(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    request.once('close', () => signal.removeEventListener('abort', end));
    // This listener is never removed, because an error without a listener ends the process.
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    // Without this listener, an unsolicited protocol upgrade would end the connection without a reason, or never end
    // it.
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(unusableAnswer(new Error('the host switched protocols')));
    });
    request.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      // This empty listener is for errors before the answer has a reader: an error without a listener would end the
      // process.
      answer.on('error', () => {});
      // Node's client accepts any three digits as a status, but Node throws when it has to send a status that is out
      // of range. So an answer with such a status counts as unusable.
      if (status < 200 || status > 599) {
        answer.destroy();
        reject(unusableAnswer(new Error(`status ${status}`)));
        return;
      }
      // The reason is passed on, so that a body that was too slow can be distinguished from a body that was cut.
      const endAnswer = () => answer.destroy(signal.reason as Error);
      signal.addEventListener('abort', endAnswer, { once: true });
      answer.once('close', () => {
        signal.removeEventListener('abort', endAnswer);
        // If the answer was complete before the whole body was sent, the rest of the body is not sent.
        if (!request.writableFinished) request.destroy();
      });
      resolve({ status, headers: answer.headers, body: answer });
    });
  });
}

/**
 * Ends a body when the request to which it is piped ends, and the request when the body fails. A pipe does neither.
 */
export function tieBody(body: Readable, request: ClientRequest): void {
  body.on('error', (error) => request.destroy(error));
  request.once('close', () => body.destroy());
}
