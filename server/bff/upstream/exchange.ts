import { AppError } from '../../errors.ts';
import { answerMs, deadlineOf, timedLength } from './deadlines.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** One exchange with a host. */
export interface Exchange {
  /** Fires when the browser leaves, and when a time limit is over. */
  signal: AbortSignal;
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
export async function exchange<Answer extends UpstreamAnswer>(
  { signal: browser, bodyLength = 0 }: Pick<UpstreamRequest, 'signal' | 'bodyLength'>,
  { silenceMs, timeoutMs }: TimeLimits,
  ask: (exchange: Exchange) => Promise<Answer>,
): Promise<Answer> {
  const over = new AbortController();
  const { signal } = over;
  const started = performance.now();
  const leave = () => over.abort(new AppError('request.aborted', 499));
  const expire = () => over.abort(new AppError('upstream.timeout', 504));
  let silence = setTimeout(expire, silenceMs);
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
    if (!isAnswered && !signal.aborted) silence = setTimeout(expire, answerMs(silenceMs, bodyLength));
  }
  const answered = (headers: UpstreamAnswer['headers']) => {
    // An exchange that is over clears no timer any more.
    if (signal.aborted) return;
    isAnswered = true;
    clearTimeout(silence);
    clearTimeout(deadline);
    const lastMs = deadlineOf(timeoutMs, bodyLength + timedLength(headers));
    deadline = setTimeout(expire, lastMs - (performance.now() - started));
  };
  const gaveUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  if (browser?.aborted) leave();
  else browser?.addEventListener('abort', leave, { once: true });
  try {
    const answer = await Promise.race([ask({ signal, send: sent, answered }), gaveUp]);
    if (answer.bytes) end();
    else answer.body.once('close', end);
    return answer;
  } catch (error) {
    end();
    throw error;
  }
}
