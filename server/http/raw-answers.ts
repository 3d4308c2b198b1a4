import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type ErrorCode, messageText } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { connectionsOf } from './connections.ts';
import { securityHeaders } from './security-headers.ts';

interface RawAnswer {
  status: string;
  code: ErrorCode;
  headers?: Record<string, string>;
}

/** Answers to those errors of Node's parser that have their own status. All other errors get 400. */
const byParserError: Record<string, RawAnswer> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'request.headersTooLarge' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Content Too Large', code: 'request.malformed' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'request.tooSlow' },
};
const malformed: RawAnswer = { status: '400 Bad Request', code: 'request.malformed' };

/** How long a client may take to read the last answer of a connection, in milliseconds. */
const lingerMs = 1_000;

/**
 * Answers input that never becomes a request and therefore never reaches the app: bytes that are not HTTP, headers
 * over 16 KiB, a request that does not arrive in time, CONNECT. Each answer has the envelope and the security
 * headers, and closes the connection. The received bytes are never logged, because they may contain a cookie.
 */
export function answerOutsideExpress(server: Server, publicUrl: URL, log: Logger) {
  const standing = securityHeaders(publicUrl);
  const answer = (socket: Duplex, { status, code, headers = {} }: RawAnswer, method = '') => {
    const body: Envelope = { status: 0, code, message: messageText(code, { method }) };
    const text = JSON.stringify(body);
    const lines = [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...standing.map(([name, value]) => `${name}: ${value}`),
    ];
    log.info({ status: Number.parseInt(status, 10), code }, 'request refused by the parser');
    socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
    // A client that neither reads the answer nor disconnects must not keep the socket open.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  server.on('clientError', (error: NodeJS.ErrnoException & { bytesParsed?: number }, socket) => {
    const running = connectionsOf(server)?.runningOn(socket) ?? [];
    // A connection that a browser opened in advance and never used is closed without an answer.
    const unused = 'bytesRead' in socket && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || !socket.writable || unused) {
      socket.destroy();
      return;
    }
    // A complete request arrived before the unreadable bytes. It is running and may have changed data, so it is still
    // answered.
    const last = running.findLast(([, req]) => req.complete)?.[0];
    if (last) {
      closeAfter(last, socket);
      return;
    }
    // The answer to the failed request has begun, so the refusal cannot be sent.
    if (running[0]?.[0].headersSent) {
      socket.destroy();
      return;
    }
    answer(socket, byParserError[error.code ?? ''] ?? malformed);
  });

  // CONNECT asks for a tunnel. Without this listener Node would close the connection without an answer.
  server.on('connect', (req, socket) => {
    socket.on('error', () => socket.destroy());
    const refusal: RawAnswer = {
      status: '405 Method Not Allowed',
      code: 'request.methodRefused',
      headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    };
    answer(socket, refusal, req.method);
  });
}

const closing = new WeakSet<ServerResponse>();

/** Waits until this answer and those before it are sent, then closes the connection. */
function closeAfter(response: ServerResponse, socket: Duplex) {
  // More unreadable bytes may arrive meanwhile, each with its own error event, so this is done only once.
  if (closing.has(response)) return;
  closing.add(response);
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
}
