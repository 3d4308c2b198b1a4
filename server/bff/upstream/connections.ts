import type { buildConnector } from 'undici';

/** Errors of a connection that the other side has ended; what else may fail on a connection has other codes. */
const endedCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** undici's messages for bytes that are no valid answer; it gives them the code of a closed connection. */
const answeredBadly = /^bad (response|upgrade)$/;

/** True for undici's error at a 100 Continue that nobody asked for; at other bytes too that are no answer. */
export function mayBeInterimAnswer(error: unknown): boolean {
  return error instanceof Error && error.message === 'bad response';
}

/**
 * Remembers of every connection's failure whether an answer had come over it before. Then, and only then, the failure may mean
 * no more than that the host closed a connection it thought idle at the moment when we used it again.
 */
export function watchConnections(connector: buildConnector.connector) {
  const readBefore = new WeakMap<Error, number>();

  const connect: buildConnector.connector = (options, callback) =>
    connector(options, (...result) => {
      const [error, socket] = result;
      if (!error) socket.on('error', (failure) => readBefore.set(failure, socket.bytesRead));
      callback(...result);
    });

  /** True when a safe call without a body may be sent once more (RFC 9110 §9.2.2): it met a connection that was closing. */
  function wasStale(error: unknown): boolean {
    if (!(error instanceof Error) || !('code' in error) || !endedCodes.has(String(error.code))) return false;
    if (answeredBadly.test(error.message)) return false;
    const bytesRead =
      'socket' in error ? (error.socket as { bytesRead?: number } | null)?.bytesRead : undefined;
    return (bytesRead ?? readBefore.get(error) ?? 0) > 0;
  }

  return { connect, wasStale };
}
