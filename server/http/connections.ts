import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { KIB } from '#shared/limits.ts';
import { type ErrorCode, messageText } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { ConfigError } from '../config.ts';
import { withTimeout } from '../process/work.ts';
import type { Health } from './health.ts';
import { securityHeaders } from './security-headers.ts';

/** Limits on how slowly the other side of a connection may act, in milliseconds. */
export const defaultTimeouts = {
  /** Time for the headers of a request. A browser sends them immediately; only an attacker takes longer. */
  headersMs: 20_000,
  /**
   * Time for a whole request with its body. The largest form (a film of 200 MiB with its images and text, 345 MiB)
   * arrives in time at 1.6 Mbit/s. Node's default of 5 minutes would cut it off below 10 Mbit/s.
   */
  requestMs: 30 * 60_000,
  /**
   * Time without any byte of a request body, or in which a reader accepts no byte of a waiting answer. A video player
   * that was disconnected while paused requests the rest of its film again.
   */
  quietMs: 60_000,
  /**
   * Time after which an idle connection is closed. It is longer than the usual 60 s of load balancers, so that the
   * load balancer closes the connection first.
   */
  keepAliveMs: 65_000,
  /** Time between two of Node's checks of the first two limits. A connection may exceed them by this much. */
  checkMs: 5_000,
};

export type Timeouts = typeof defaultTimeouts;

/**
 * Returns options for `createServer`; Node accepts the interval of its own checks (default 30 s) only there. Requests
 * without a Host header are left to `refuseInvalidHosts`, because Node's own refusal has no envelope and no security
 * headers.
 */
export function serverOptions(timeouts: Timeouts = defaultTimeouts): ServerOptions {
  return {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    requireHostHeader: false,
  };
}

/** The requests of a connection that have no complete answer yet; there are several if they are pipelined. */
type Unanswered = Map<ServerResponse, IncomingMessage>;

/**
 * Answers a request immediately if it can. Returns true if it has answered; the request then needs no further
 * handling.
 */
export type AnswerAtOnce = (req: IncomingMessage, res: ServerResponse) => boolean;

/**
 * All open connections of a server, with their requests. They are needed for a graceful stop, and Node does not
 * expose them.
 */
type Connections = ReturnType<typeof followNew>;

const followed = new WeakMap<Server, Connections>();

/** Tracks the connections of a server, once, and returns them. */
export function followConnections(server: Server, { quietMs }: Pick<Timeouts, 'quietMs'> = defaultTimeouts) {
  const connections = followed.get(server) ?? followNew(server, quietMs);
  followed.set(server, connections);
  return connections;
}

/**
 * Tracks the connections of a server. Requests wait until there is an app. Closes a connection whose request body or
 * reader stalls for `quietMs`.
 */
function followNew(server: Server, quietMs: number) {
  const open = new Map<Socket, Unanswered>();
  const early: [IncomingMessage, ServerResponse][] = [];
  let closing = false;
  let app: RequestListener | undefined;
  let answerAtOnce: AnswerAtOnce | undefined;
  const waiting: (() => void)[] = [];

  const tellWhenQuiet = () => {
    // Runs after every answer. The connections are looked at only if it is needed, because with thousands of them that
    // costs more than the answer.
    if (waiting.length === 0) return;
    for (const { size } of open.values()) if (size > 0) return;
    for (const tell of waiting.splice(0)) tell();
  };
  const closeIdle = () => {
    server.closeIdleConnections();
    // Node does not treat a connection that never sent a byte as idle, so such connections are closed here.
    for (const [socket, { size }] of open) if (size === 0 && socket.bytesRead === 0) socket.destroy();
  };

  server.on('connection', (socket) => {
    open.set(socket, new Map());
    socket.once('close', () => {
      open.delete(socket);
      tellWhenQuiet();
    });
  });

  const followResponse = (req: IncomingMessage, res: ServerResponse) => {
    const unanswered = open.get(req.socket);
    unanswered?.set(res, req);
    if (hasBody(req)) lingerOnClose(req);
    res.on('close', () => {
      unanswered?.delete(res);
      // The rest of a request that was answered early has to arrive at the lowest rate of bodies. Without this it could
      // drip in for `requestMs`.
      if (!req.complete) watchRate(req, { ...defaultMinRate, windowMs: quietMs }, () => req.socket.destroy());
      // The answer may have promised keep-alive before the stop began, so its connection is closed here.
      if (closing) setImmediate(closeIdle);
      tellWhenQuiet();
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
      if (app) app(req, res);
      else early.push([req, res]);
    });
  }

  // Closes a connection whose body or reader has stalled. Also closes an idle connection, because Node reports the end
  // of `keepAliveTimeout` by this event too. A connection that only waits for an answer stays open.
  server.setTimeout(quietMs, (socket) => {
    const requests = [...(open.get(socket)?.values() ?? [])];
    const isWaiting = requests.length > 0 && requests.every((req) => req.complete);
    if (!isWaiting || socket.writableLength > 0) socket.destroy();
  });

  return {
    /** Returns the unfinished responses of a connection, each with its request, in the order of the requests. */
    runningOn: (socket: Duplex) => [...(open.get(socket as Socket) ?? [])],
    /**
     * Gives every request to the app, those first that waited for it. Each later one is offered to `door` before.
     */
    serve(given: RequestListener, door?: AnswerAtOnce) {
      app = given;
      answerAtOnce = door;
      for (const [req, res] of early.splice(0)) if (!res.destroyed) app(req, res);
    },
    /** Closes connections on which no request is running, including those that a browser opened in advance. */
    closeIdle,
    /** Makes every answer from now on close its connection. */
    closeAfterAnswers() {
      closing = true;
      for (const unanswered of open.values())
        for (const res of unanswered.keys()) if (!res.headersSent) res.setHeader('Connection', 'close');
    },
    /** Resolves when no request is running. */
    quiet: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        tellWhenQuiet();
      }),
  };
}

/** True if a request states a length other than 0 or a transfer coding: it then has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>) {
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
 * until the request ends, for at most `lingerMs` (RFC 9112 §9.6). Without this, Node destroys the connection even
 * while the request is still arriving (`socket.destroySoon`), and the client, usually a proxy, may lose the answer.
 * For requests with a body; connections that stay open are not affected.
 */
function lingerOnClose(req: IncomingMessage, lingerMs = defaultLingerMs) {
  const { socket } = req;
  // Replaces the method that an earlier request on the same connection may have set.
  socket.destroySoon = () => {
    if (req.complete || socket.destroyed) return closeAtOnce(socket);
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
    req.once('end', () => closeAtOnce(socket));
    req.unpipe();
    req.resume();
    socket.end();
  };
}

/** Restores the socket's own method and calls it: it closes the connection once everything is written. */
function closeAtOnce(socket: Socket) {
  Reflect.deleteProperty(socket, 'destroySoon');
  socket.destroySoon();
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
    if (req.complete || socket.destroyed) stop();
    else if (came < least) tooSlow();
  }, windowMs).unref();
  const stop = () => clearInterval(timer);
  return stop;
}

/**
 * How long running requests may take to end while the server still listens, in milliseconds. The server still listens
 * so that /readyz can answer 503.
 */
const finishMs = 5_000;

/** How long the last answers may take after the server has stopped listening, in milliseconds. */
const lastMs = 3_000;

/** Returns the URL under which this machine itself can reach a server that listens on this host and port. */
export function addressOf(host: string, port: number) {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`);
}

/**
 * Starts to listen, and returns the URL with the real port. `socket` is the descriptor of a socket that already
 * listens, and is used in place of host and port. The server must have been created with `serverOptions(timeouts)`.
 * Throws ConfigError, naming PORT or HOST, if they cannot be used.
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  timeouts: Timeouts = defaultTimeouts,
  socket?: number,
) {
  followConnections(server, timeouts);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ConfigError([problemOf(error, host, port, socket)]));
    server.once('error', fail);
    server.listen(socket === undefined ? { port, host } : { fd: socket }, () => {
      server.removeListener('error', fail);
      resolve();
    });
  });
  const address = server.address() as AddressInfo | string | null;
  if (typeof address !== 'object' || address === null)
    throw new ConfigError(['  LISTEN_FDS: the inherited socket is not a TCP socket']);
  return addressOf(socket === undefined ? host : address.address, address.port);
}

/**
 * Stops a server gracefully, in at most 8 s after `delayMs`:
 * - For `delayMs` (SHUTDOWN_DELAY_MS), /readyz answers 503 while every request is still accepted, so that load
 *   balancers notice the stop.
 * - Then running requests may end (5 s), and connections are closed after their answers.
 * - Then the server accepts no new connections, and the last answers get 3 s. Connections that remain are cut off.
 * If `delayMs` is 0 and no request is running, the stop is immediate.
 */
export async function drain(server: Server, health: Health, delayMs = 0) {
  health.draining = true;
  const connections = followConnections(server);
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  connections.closeAfterAnswers();
  connections.closeIdle();
  await withTimeout(finishMs, connections.quiet()).catch(() => {});
  const closed = stopListening(server);
  connections.closeIdle();
  await withTimeout(lastMs, closed).catch(() => server.closeAllConnections());
  await closed;
}

/** Accepts no new connections. Resolves when the last connection is closed. */
function stopListening(server: Server) {
  return new Promise<void>((resolve) => server.close(() => resolve()));
}

/** Closes a server and all its connections immediately, without waiting for answers. */
export async function cutOff(server: Server) {
  const closed = stopListening(server);
  server.closeAllConnections();
  await closed;
}

function problemOf(error: NodeJS.ErrnoException, host: string, port: number, socket?: number) {
  if (socket !== undefined) return `  LISTEN_FDS: the inherited socket cannot be used (${error.message})`;
  if (error.code === 'EADDRINUSE') {
    return `  PORT: ${port} on ${host} is already in use; choose another, or 0 for any free one`;
  }
  if (error.code === 'EACCES')
    return `  PORT: ${port} needs more permissions than this user has; choose one above 1023`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `  HOST: ${host} is not an address of this machine`;
  }
  return `  PORT, HOST: cannot listen on ${host}:${port} (${error.message})`;
}

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
  const { runningOn } = followConnections(server);
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
    const running = runningOn(socket);
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
