import { Readable } from 'node:stream';
import { WholeAnswer } from '../bff/upstream/answers.ts';
import { answerMs, exchange } from '../bff/upstream/exchange.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../bff/upstream/upstream.ts';
import type { EngineRequest } from '../content-api/calls.ts';
import type { ContentApi } from '../content-api/content-api.ts';
import { AppError } from '../errors.ts';

/** The URL of the engine. No host can have this name; only paths matter for the engine. */
const url = new URL('http://engine.invalid');

/**
 * Makes the embedded engine look like an API host; it runs in this process and without a port (docs/decisions/0065).
 * It has the same timeouts as an API host, but no breaker, because there is no connection that could fail.
 */
export function engineUpstream(engine: Pick<ContentApi, 'handle'>, timeoutMs: number): Upstream {
  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const { form, json } = wanted;
    const bodyLength = form?.parts.reduce((sum, { size }) => sum + size, 0) ?? json?.bytes.length;
    const limits = { silenceMs: answerMs(timeoutMs, bodyLength), timeoutMs };
    return exchange({ signal: wanted.signal, bodyLength }, limits, async ({ whenOver, answered }) => {
      const controller = new AbortController();
      const { signal } = controller;
      whenOver((reason) => controller.abort(reason));
      signal.throwIfAborted();
      const { status, headers, body } = await engine.handle(asCall(wanted, signal));
      if (!(body instanceof Readable)) return new WholeAnswer(status, headers, body);
      answered(headers);
      return { status, headers, body: fileBody(body, timeoutMs, signal) };
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

function fileBody(file: Readable, idleMs: number, signal: AbortSignal) {
  const stream = Readable.from(inTime(file, idleMs), { objectMode: false });
  // Until the stream's reader listens for errors, these listeners prevent an error from ending the process.
  stream.on('error', () => {});
  file.on('error', () => {});
  stream.once('close', () => file.destroy());
  const end = () => stream.destroy(signal.reason as Error);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return stream;
}

/**
 * Yields the pieces of a file as fast as the reader takes them. Fails if the file store pauses for longer than
 * `idleMs`, not counting time in which the reader is slow.
 */
async function* inTime(file: Readable, idleMs: number): AsyncGenerator<Buffer> {
  let silence: NodeJS.Timeout | undefined;
  const pieces = file.iterator();
  try {
    for (;;) {
      silence = setTimeout(() => file.destroy(new AppError('upstream.timeout', 504)), idleMs);
      const { done, value } = await pieces.next();
      clearTimeout(silence);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(silence);
    file.destroy();
  }
}
