import { Readable } from 'node:stream';
import { answerMs, deadlineOf, timedLength } from './bff/upstream/deadlines.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './bff/upstream/upstream.ts';
import { WholeAnswer } from './bff/upstream/whole-answer.ts';
import type { ContentApi } from './content-api/content-api.ts';
import type { EngineReply, EngineRequest } from './content-api/exchange.ts';
import { AppError } from './errors.ts';

/** The URL of the engine. No host can have this name; only paths matter for the engine. */
const url = new URL('http://engine.invalid');

/**
 * Makes the embedded engine look like an API host; it runs in this process and without a port (docs/decisions/0065).
 * It has the same timeouts as an API host, but no breaker, because there is no connection that could fail.
 */
export function engineUpstream(engine: Pick<ContentApi, 'handle'>, timeoutMs: number): Upstream {
  const deadlineMs = (length?: number) => deadlineOf(timeoutMs, length);

  function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const over = new AbortController();
    const { signal } = over;
    const leave = () => over.abort(new AppError('request.aborted', 499));
    const expire = () => over.abort(new AppError('upstream.timeout', 504));
    if (wanted.signal?.aborted) return Promise.reject(new AppError('request.aborted', 499));
    wanted.signal?.addEventListener('abort', leave, { once: true });
    const formLength = wanted.form?.parts.reduce((sum, { size }) => sum + size, 0);
    const timer = setTimeout(expire, answerMs(timeoutMs, formLength ?? wanted.json?.bytes.length));
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      engine
        .handle(asCall(wanted, signal))
        .finally(() => {
          clearTimeout(timer);
          wanted.signal?.removeEventListener('abort', leave);
        })
        .then((reply) => {
          // If the caller has stopped waiting, the body is not needed and is closed.
          if (signal.aborted && reply.body instanceof Readable) reply.body.destroy();
          else
            resolve(answerOf(reply, { idleMs: timeoutMs, lastMs: deadlineMs(timedLength(reply.headers)) }));
        }, reject);
    });
  }

  return {
    url,
    isMapped: true,
    timeoutMs,
    request,
    guarded: () => Promise.reject(new Error('engineUpstream: the engine is only called through request')),
    breaker: { state: 'closed', downSince: undefined, onBack: () => () => {} },
    mayRefresh: () => true,
    deadlineMs,
    probe: async () => {},
    close: async () => {},
  };
}

function asCall(
  { method, path, row, params, headers, json, form, principal }: UpstreamRequest,
  signal: AbortSignal,
): EngineRequest {
  return { method, path, row, params, headers, form, principal, signal, json: json?.value };
}

function answerOf({ status, headers, body }: EngineReply, clocks: Clocks): UpstreamAnswer {
  if (!(body instanceof Readable)) return new WholeAnswer(status, headers, body);
  const stream = Readable.from(inTime(body, clocks), { objectMode: false });
  // Until the stream's reader listens for errors, these listeners prevent an error from ending the process.
  stream.on('error', () => {});
  body.on('error', () => {});
  stream.once('close', () => body.destroy());
  return { status, headers, body: stream };
}

/** Timeouts in milliseconds: `idleMs` for the next piece of a file, `lastMs` for the whole file. */
interface Clocks {
  idleMs: number;
  lastMs: number;
}

/**
 * Yields the pieces of a file as fast as the reader takes them. Fails if the file store pauses for longer than
 * `idleMs`, not counting time in which the reader is slow, or if the whole file takes longer than `lastMs`.
 */
async function* inTime(body: Readable, { idleMs, lastMs }: Clocks): AsyncGenerator<Buffer> {
  const end = () => body.destroy(new AppError('upstream.timeout', 504));
  const deadline = setTimeout(end, lastMs);
  let silence: NodeJS.Timeout | undefined;
  const pieces = body.iterator();
  try {
    for (;;) {
      silence = setTimeout(end, idleMs);
      const { done, value } = await pieces.next();
      clearTimeout(silence);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(silence);
    clearTimeout(deadline);
    body.destroy();
  }
}
