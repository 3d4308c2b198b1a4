import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Exchange } from '../upstream/exchange.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';

/** The answer to a request that Node's client has sent. */
export type NodeAnswer = UpstreamAnswer & { body: IncomingMessage };

/**
 * Resolves with the answer to a request. When the exchange is aborted, request and answer are ended. Node's client
 * skips any number of interim answers (RFC 9110 §15.2).
 */
export function answerTo(request: ClientRequest, { signal, answered }: Exchange): Promise<NodeAnswer> {
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
      answered(answer.headers);
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
