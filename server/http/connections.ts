import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { KIB } from '#shared/limits.ts';
import { ConfigError } from '../config.ts';
import { AppError } from '../errors.ts';
import { withTimeout } from '../process/work.ts';
import { envelopeOf } from './errors.ts';
import type { Health } from './health.ts';
import { securityHeaders } from './security-headers.ts';

/** Limits on how slowly the other side of a connection may act, in milliseconds. The names are those of Node's options. */
export const defaultTimeouts = {
  /** Time for the headers of a request. A browser sends them immediately; only an attacker takes longer. */
  headersTimeout: 20_000,
  /**
   * Time for a whole request with its body. The largest form (a film of 200 MiB with its images and text, 345 MiB)
   * arrives in time at 1.6 Mbit/s. Node's default of 5 minutes would cut it off below 10 Mbit/s.
   */
  requestTimeout: 30 * 60_000,
  /**
   * Time after which an idle connection is closed. It is longer than the usual 60 s of load balancers, so that the
   * load balancer closes the connection first.
   */
  keepAliveTimeout: 65_000,
  /** Time between two of Node's checks of the first two limits. A connection may exceed them by this much. */
  connectionsCheckingInterval: 5_000,
  /**
   * Time without any byte of a request body, or in which a reader accepts no byte of a waiting answer. A video player
   * that was disconnected while paused requests the rest of its film again. Not an option of Node.
   */
  quietMs: 60_000,
};

export type Timeouts = typeof defaultTimeouts;

/**
 * Answers a request immediately if it can. Returns true if it has answered; the request then needs no further
 * handling.
 */
export type AnswerAtOnce = (req: IncomingMessage, res: ServerResponse) => boolean;

type WebServer = ReturnType<typeof createWebServer>;

/**
 * Creates an HTTP server that knows all its open connections with their requests, because a graceful stop needs them
 * and Node does not expose them. Requests wait until there is an app. A connection whose request body or reader
 * stalls for `quietMs` is closed.
 */
export function createWebServer({ quietMs, ...timeouts }: Timeouts = defaultTimeouts) {
  // Requests without a Host header are left to `refuseInvalidHosts`, because Node's own refusal has no envelope and no
  // security headers.
  const server = createServer({ ...timeouts, requireHostHeader: false });
  /** The answers of each connection that are not complete yet; there are several if its requests are pipelined. */
  const open = new Map<Socket, Set<ServerResponse>>();
  const early: ServerResponse[] = [];
  let closing = false;
  let app: RequestListener = (_req, res) => early.push(res);
  let answerAtOnce: AnswerAtOnce | undefined;

  const running = () => [...open.values()].flatMap((unanswered) => [...unanswered]);
  /** Closes connections on which no request is running, including those that a browser opened in advance. */
  const closeIdle = () => {
    server.closeIdleConnections();
    // Node does not treat a connection that never sent a byte as idle, so such connections are closed here.
    for (const [socket, { size }] of open) if (size === 0 && socket.bytesRead === 0) socket.destroy();
  };

  server.on('connection', (socket) => {
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });

  const followResponse = (req: IncomingMessage, res: ServerResponse) => {
    const unanswered = open.get(req.socket);
    unanswered?.add(res);
    if (hasBody(req)) lingerOnClose(req);
    res.on('close', () => {
      unanswered?.delete(res);
      // The rest of a request that was answered early has to arrive at the lowest rate of bodies. Without this it could
      // drip in for `requestTimeout`.
      if (!req.complete) watchRate(req, { ...defaultMinRate, windowMs: quietMs }, () => req.socket.destroy());
      // The answer may have promised keep-alive before the stop began, so its connection is closed here.
      if (closing) setImmediate(closeIdle);
    });
  };
  // There is a listener for each of these events. Without one, Node answers 100 Continue before the app has checked
  // session and size.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (req: IncomingMessage, res: ServerResponse) => {
      if (event === 'request' && !closing && answerAtOnce?.(req, res)) {
        // Nearly every answer of the fast path has been accepted by the operating system at this point. Only answers
        // that have not been accepted yet, and requests with a body, have to be watched.
        if (!isWithSystem(res) || hasBody(req)) followResponse(req, res);
        return;
      }
      if (closing) res.setHeader('Connection', 'close');
      // About a dozen passes and pipes listen for the end of a response. Node would report a leak without a higher
      // limit.
      res.setMaxListeners(30);
      followResponse(req, res);
      app(req, res);
    });
  }

  /** Returns the unfinished responses of a connection, in the order of their requests. */
  const runningOn = (socket: Socket) => [...(open.get(socket) ?? [])];

  // Closes a connection whose body or reader has stalled. Also closes an idle connection, because Node reports the end
  // of `keepAliveTimeout` by this event too. A connection that only waits for an answer stays open.
  server.setTimeout(quietMs, (socket) => {
    const unanswered = runningOn(socket);
    const isWaiting = unanswered.length > 0 && unanswered.every(({ req }) => req.complete);
    if (!isWaiting || socket.writableLength > 0) socket.destroy();
  });

  /** Accepts no new connections. Resolves when the last connection is closed. */
  const stopListening = () => new Promise<void>((resolve) => server.close(() => resolve()));

  return {
    server,
    runningOn,
    /**
     * Gives every request to the app, those first that waited for it. Each later one is offered to `door` before.
     */
    serve(given: RequestListener, door?: AnswerAtOnce) {
      app = given;
      answerAtOnce = door;
      for (const res of early.splice(0)) if (!res.destroyed) app(res.req, res);
    },
    /**
     * Stops gracefully, in at most 8 s after `delayMs`:
     * - For `delayMs` (SHUTDOWN_DELAY_MS), /readyz answers 503 while every request is still accepted, so that load
     *   balancers notice the stop.
     * - Then running requests may end (5 s), and connections are closed after their answers.
     * - Then the server accepts no new connections, and the last answers get 3 s. Connections that remain are cut off.
     * If `delayMs` is 0 and no request is running, the stop is immediate.
     */
    async drain(health: Health, delayMs = 0) {
      health.draining = true;
      await pause(delayMs);
      closing = true;
      for (const res of running()) if (!res.headersSent) res.setHeader('Connection', 'close');
      closeIdle();
      for (let waited = 0; waited < finishMs && running().length > 0; waited += lookMs) await pause(lookMs);
      const closed = stopListening();
      closeIdle();
      await withTimeout(lastMs, closed).catch(() => server.closeAllConnections());
      await closed;
    },
    /** Closes the server and all its connections immediately, without waiting for answers. */
    close() {
      const closed = stopListening();
      server.closeAllConnections();
      return closed;
    },
  };
}

/** True if a request states a length other than 0 or a transfer coding: it then has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/**
 * True if an answer has ended and the operating system has accepted all its bytes. `writableFinished` becomes true
 * only a moment later.
 */
export function isWithSystem(res: ServerResponse) {
  return res.writableEnded && res.socket !== null && res.writableLength === 0;
}

/** How long a client may continue to send after its request was answered early, in milliseconds. */
export const defaultLingerMs = 5_000;

/**
 * After the last answer, closes only this server's side of the connection. Bytes that still arrive are discarded
 * until the request ends, for at most `defaultLingerMs` (RFC 9112 §9.6). Without this, Node destroys the connection even
 * while the request is still arriving (`socket.destroySoon`), and the client, usually a proxy, may lose the answer.
 * For requests with a body; connections that stay open are not affected.
 */
function lingerOnClose(req: IncomingMessage) {
  const { socket } = req;
  /** The socket's own method: it closes the connection once everything is written. */
  const closeAtOnce = () => Socket.prototype.destroySoon.call(socket);
  // Replaces the method that an earlier request on the same connection may have set.
  socket.destroySoon = () => {
    if (req.complete || socket.destroyed) return closeAtOnce();
    setTimeout(() => socket.destroy(), defaultLingerMs).unref();
    req.once('end', closeAtOnce);
    req.unpipe();
    req.resume();
    socket.end();
  };
}

/**
 * Lowest rate at which a body may arrive: so many bytes per second on average, in every window of time. It is half of what
 * a phone achieves with hardly any signal (16 KB/s), so such a phone may be silent for half of a window. A client that
 * sends single bytes, or nothing at all, is refused after 20 to 40 seconds.
 */
export const defaultMinRate = { windowMs: 20_000, bytesPerSecond: 8 * KIB };

export type MinRate = typeof defaultMinRate;

/**
 * Calls `tooSlow` after each window in which fewer bytes arrived than must, until the request is complete, its
 * connection is closed, or the returned function is called.
 */
export function watchRate(req: IncomingMessage, { windowMs, bytesPerSecond }: MinRate, tooSlow: () => void) {
  const { socket } = req;
  const least = (bytesPerSecond * windowMs) / 1000;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen += came;
    if (req.complete || socket.destroyed) clearInterval(timer);
    else if (came < least) tooSlow();
  }, windowMs).unref();
  return () => clearInterval(timer);
}

/**
 * How long running requests may take to end while the server still listens, in milliseconds. The server still listens
 * so that /readyz can answer 503.
 */
const finishMs = 5_000;
/** Time between two looks at whether requests still run, in milliseconds. */
const lookMs = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long the last answers may take after the server has stopped listening, in milliseconds. */
const lastMs = 3_000;

/** Returns the URL under which this machine itself can reach a server that listens on this host and port. */
export function addressOf(host: string, port: number) {
  const name = ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`);
}

/**
 * Starts to listen, and returns the URL with the real port. `fd` is the descriptor of a socket that already listens,
 * and is used in place of host and port. Throws ConfigError, naming PORT or HOST, if they cannot be used.
 */
export async function listen({ server }: WebServer, host: string, port: number, fd?: number) {
  try {
    server.listen(fd === undefined ? { port, host } : { fd });
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError([`  ${problemOf(error as NodeJS.ErrnoException, host, port, fd)}`]);
  }
  const address = server.address();
  if (typeof address === 'string' || !address)
    throw new ConfigError(['  LISTEN_FDS: the inherited socket is not a TCP socket']);
  return addressOf(fd === undefined ? host : address.address, address.port);
}

function problemOf({ code = '', message }: NodeJS.ErrnoException, host: string, port: number, fd?: number) {
  if (fd !== undefined) return `LISTEN_FDS: the inherited socket cannot be used (${message})`;
  const noAddress = `HOST: ${host} is not an address of this machine`;
  const known: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} on ${host} is already in use; choose another, or 0 for any free one`,
    EACCES: `PORT: ${port} needs more permissions than this user has; choose one above 1023`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
  };
  return known[code] ?? `PORT, HOST: cannot listen on ${host}:${port} (${message})`;
}

/** Answers to those errors of Node's parser that have their own status. All other errors get 400. */
const byParserError: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError('request.headersTooLarge', 431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new AppError('request.malformed', 413),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('request.tooSlow', 408),
};
const malformed = new AppError('request.malformed', 400);
/** The answer to CONNECT, which asks for a tunnel. */
const noTunnel = new AppError('request.methodRefused', 405, {
  values: { method: 'CONNECT' },
  headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
});

/** How long a client may take to read the last answer of a connection, in milliseconds. */
const lingerMs = 1_000;

/**
 * Answers input that never becomes a request and therefore never reaches the app: bytes that are not HTTP, headers
 * over 16 KiB, a request that does not arrive in time, CONNECT. Each answer has the envelope and the security
 * headers, and closes the connection. The received bytes are never logged, because they may contain a cookie.
 */
export function answerOutsideExpress({ server, runningOn }: WebServer, publicUrl: URL, log: Logger) {
  const standing = securityHeaders(publicUrl);
  const answer = (socket: Duplex, error: AppError) => {
    const { status, code, headers } = error;
    const text = JSON.stringify(envelopeOf(error));
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...[...Object.entries(headers), ...standing].map(([name, value]) => `${name}: ${value}`),
    ];
    log.info({ status, code }, 'request refused by the parser');
    endSoon(socket, `${lines.join('\r\n')}\r\n\r\n${text}`);
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const running = runningOn(socket);
    const last = running.findLast(({ req }) => req.complete);
    // A connection that a browser opened in advance and never used is closed without an answer.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) socket.destroy();
    // A complete request arrived before the unreadable bytes. It is running and may have changed data, so it is still
    // answered.
    else if (last) closeAfter(last, socket);
    // The answer to the failed request has begun, so the refusal cannot be sent.
    else if (running[0]?.headersSent) socket.destroy();
    else answer(socket, byParserError[error.code ?? ''] ?? malformed);
  });

  // Without this listener Node would close the connection without an answer.
  server.on('connect', (_req, socket) => {
    socket.on('error', () => socket.destroy());
    answer(socket, noTunnel);
  });
}

/** Ends a connection. A client that neither reads the last text nor disconnects must not keep the socket open. */
function endSoon(socket: Duplex, text?: string) {
  socket.end(text);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const closing = new WeakSet<ServerResponse>();

/** Waits until this answer and those before it are sent, then closes the connection. */
function closeAfter(response: ServerResponse, socket: Duplex) {
  // More unreadable bytes may arrive meanwhile, each with its own error event, so this is done only once.
  if (closing.has(response)) return;
  closing.add(response);
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => endSoon(socket));
}
