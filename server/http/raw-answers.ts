import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type ErrorCode, messageText } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { runningOn } from './connections.ts';
import { securityHeaders } from './security-headers.ts';

interface RawAnswer {
  status: string;
  code: ErrorCode;
  headers?: Record<string, string>;
}

/** Node's parser errors that have a status of their own; every other one is 400. */
const byParserError: Record<string, RawAnswer> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'request.headersTooLarge' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Content Too Large', code: 'request.malformed' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'request.tooSlow' },
};
const malformed: RawAnswer = { status: '400 Bad Request', code: 'request.malformed' };

/** How long a caller may take to read the last answer of a connection, in milliseconds. */
const lingerMs = 1_000;

/**
 * Answers what never becomes a request, and so never reaches the app: bytes that are not HTTP, headers past 16 KiB, a
 * request that does not arrive in time, CONNECT. Each gets the envelope and the security headers by hand, and a closed
 * connection. Nothing of the packet is logged: it may hold a cookie.
 */
export function answerOutsideExpress(server: Server, publicUrl: URL, log: Logger): void {
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
    // A caller that neither reads nor leaves must not keep the socket.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  server.on('clientError', (error: NodeJS.ErrnoException & { bytesParsed?: number }, socket) => {
    const running = runningOn(server, socket);
    // A spare connection that a browser opened and never used ends in silence.
    const unused = 'bytesRead' in socket && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || !socket.writable || unused) {
      socket.destroy();
      return;
    }
    // What was asked for before the bytes that nobody can read is under way, and may have changed something: it is answered.
    const last = running.findLast(([, req]) => req.complete)?.[0];
    if (last) {
      closeAfter(last, socket);
      return;
    }
    // The answer to the very request that went wrong has begun: there is no room for another.
    if (running[0]?.[0].headersSent) {
      socket.destroy();
      return;
    }
    answer(socket, byParserError[error.code ?? ''] ?? malformed);
  });

  // CONNECT asks for a tunnel. Without a listener Node would close the connection without a word.
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

/** Lets an answer, and those before it, go out; then the connection ends. */
function closeAfter(response: ServerResponse, socket: Duplex): void {
  // More unreadable bytes may come meanwhile, each with an error of its own.
  if (closing.has(response)) return;
  closing.add(response);
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
}
