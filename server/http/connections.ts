import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { lingerOnClose } from './linger.ts';
import { defaultMinRate, leastBytes, type MinRate } from './min-rate.ts';

/** Limits on how slowly the other side of a connection may act, in milliseconds. */
export interface Timeouts {
  /** Time for the headers of a request. A browser sends them immediately; only an attacker takes longer. */
  headersMs: number;
  /**
   * Time for a whole request with its body. The largest form (a film of 200 MiB with its images and text, 345 MiB)
   * arrives in time at 1.6 Mbit/s. Node's default of 5 minutes would cut it off below 10 Mbit/s.
   */
  requestMs: number;
  /** Time without any byte of a request body after which the request is aborted. */
  stallMs: number;
  /**
   * Time after which a reader who accepts no byte of a waiting answer is disconnected. Any accepted byte restarts the
   * time, so a slow reader stays connected. A video player that was disconnected while paused requests the rest of
   * its film again.
   */
  readerMs: number;
  /**
   * Time after which an idle connection is closed. It is longer than the usual 60 s of load balancers, so that the
   * load balancer closes the connection first.
   */
  keepAliveMs: number;
  /**
   * Lowest rate at which the rest of a request may arrive after its answer. The rest is discarded, and must not hold
   * a connection open.
   */
  rest: MinRate;
  /** Time between two checks of these limits. A connection may exceed a limit by this much. */
  checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  requestMs: 30 * 60_000,
  stallMs: 120_000,
  readerMs: 30_000,
  keepAliveMs: 65_000,
  rest: defaultMinRate,
  checkMs: 5_000,
};

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

/** One connection, and its requests that have no complete answer yet; there are several if they are pipelined. */
interface Connection {
  readonly running: Map<ServerResponse, IncomingMessage>;
  /**
   * Set while bytes of an answer wait for the reader: how many bytes the reader has accepted on this connection, and
   * since when the reader has accepted no more.
   */
  standstill: { taken: number; since: number } | undefined;
  /**
   * A request that was answered before all of it had arrived, and how many bytes the connection had received at the
   * time `since`.
   */
  rest: { req: IncomingMessage; bytesRead: number; since: number } | undefined;
}

/**
 * Answers a request immediately if it can. Returns true if it has answered; the request then needs no further
 * handling.
 */
export type AnswerAtOnce = (req: IncomingMessage, res: ServerResponse) => boolean;

/**
 * All open connections of a server, with their requests. They are needed for a graceful stop, and Node does not
 * expose them.
 */
export interface Connections {
  /** Returns the unfinished responses of a connection, each with its request, in the order of the requests. */
  runningOn(socket: Duplex): [ServerResponse, IncomingMessage][];
  /** Offers every request to `door` first; other code handles it only if `door` returns false. */
  setFastPath(door: AnswerAtOnce): void;
  /** Makes every answer from now on close its connection. */
  closeAfterAnswers(): void;
  /** Closes connections on which no request is running, including those that a browser opened in advance. */
  closeIdle(): void;
  destroyAll(): void;
  /** Resolves when no request is running. */
  quiet(): Promise<void>;
}

const followed = new WeakMap<Server, Connections>();

/** Returns the connections of a server that `followConnections` tracks. */
export const connectionsOf = (server: Server): Connections | undefined => followed.get(server);

/**
 * Tracks the connections of a server, once; must be called before any other listener for its requests is added. A request that arrives before the app
 * is set gets 503 instead of no answer. Closes a connection whose request body stalls for `stallMs`, whose reader
 * stalls for `readerMs`, or on which the rest of an answered request arrives more slowly than `rest`.
 */
export function followConnections(
  server: Server,
  { stallMs, readerMs, rest, checkMs }: Pick<Timeouts, 'stallMs' | 'readerMs' | 'rest' | 'checkMs'>,
): Connections {
  const known = followed.get(server);
  if (known) return known;
  const open = new Map<Socket, Connection>();
  let closing = false;
  let answerAtOnce: AnswerAtOnce | undefined;
  const waiting: (() => void)[] = [];

  const running = () => {
    let sum = 0;
    for (const connection of open.values()) sum += connection.running.size;
    return sum;
  };
  const tellWhenQuiet = () => {
    // Runs after every answer. The number of running requests is computed only if it is needed, because with
    // thousands of open connections counting costs more than the answer.
    if (waiting.length > 0 && running() === 0) for (const tell of waiting.splice(0)) tell();
  };
  const idle = (connection: Connection) => connection.running.size === 0;
  const closeIdle = () => {
    server.closeIdleConnections();
    // Node does not treat a connection that never sent a byte as idle, so such connections are closed here.
    for (const [socket, connection] of open) {
      if (idle(connection) && socket.bytesRead === 0) socket.destroy();
    }
  };

  server.on('connection', (socket) => {
    const connection: Connection = { running: new Map(), standstill: undefined, rest: undefined };
    open.set(socket, connection);
    socket.once('close', () => {
      open.delete(socket);
      tellWhenQuiet();
    });
  });

  const followResponse = (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    open.get(socket)?.running.set(res, req);
    if (hasBody(req)) lingerOnClose(req);
    res.on('close', () => {
      const connection = open.get(socket);
      connection?.running.delete(res);
      if (connection && !req.complete)
        connection.rest = { req, bytesRead: socket.bytesRead, since: performance.now() };
      // The answer may have promised keep-alive before the stop began, so its connection is closed here.
      if (closing) setImmediate(closeIdle);
      tellWhenQuiet();
    });
  };
  const follow = (event: 'request' | 'checkContinue' | 'checkExpectation') => {
    server.on(event, (req: IncomingMessage, res: ServerResponse) => {
      if (event === 'request' && !closing && answerAtOnce?.(req, res)) {
        // Nearly every answer of the fast path has been accepted by the operating system at this point. Only answers
        // that have not been accepted yet, and requests with a body, have to be watched.
        if (!isWithSystem(res) || hasBody(req)) followResponse(req, res);
        return;
      }
      if (server.listenerCount(event) === 1) {
        res.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end();
        return;
      }
      if (closing) res.setHeader('Connection', 'close');
      // About a dozen passes and pipes listen for the end of a response. Node would report a leak without a higher
      // limit.
      res.setMaxListeners(30);
      followResponse(req, res);
    });
  };
  follow('request');
  follow('checkContinue');
  follow('checkExpectation');

  // Closes a connection if a request body has stalled. Also closes an idle connection, because Node reports the end
  // of `keepAliveTimeout` by this event too. A connection that only waits for an answer or its reader stays open: an
  // answer may take long, and a paused video player may accept no bytes for long.
  server.setTimeout(stallMs, (socket) => {
    const requests = [...(open.get(socket)?.running.values() ?? [])];
    if (requests.length === 0 || requests.some((req) => !req.complete)) socket.destroy();
  });

  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of open) {
      lookAtRest(socket, connection, rest, now);
      if (connection.running.size === 0) continue;
      lookAtReader(socket, connection, now);
      if (connection.standstill && now - connection.standstill.since >= readerMs) socket.destroy();
    }
  }, checkMs).unref();
  server.once('close', () => clearInterval(check));

  const connections: Connections = {
    runningOn: (socket) => [...(open.get(socket as Socket)?.running ?? [])],
    setFastPath(door) {
      answerAtOnce = door;
    },
    closeIdle,
    closeAfterAnswers() {
      closing = true;
      for (const connection of open.values()) {
        for (const res of connection.running.keys()) {
          if (!res.headersSent) res.setHeader('Connection', 'close');
        }
      }
    },
    destroyAll() {
      for (const socket of open.keys()) socket.destroy();
    },
    quiet: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        tellWhenQuiet();
      }),
  };
  followed.set(server, connections);
  return connections;
}

/** True if a request has a body that is not empty. */
function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || length !== '0';
}

/** Closes a connection if the rest of its answered request arrives too slowly. */
function lookAtRest(socket: Socket, connection: Connection, least: MinRate, now: number): void {
  const { rest } = connection;
  if (!rest) return;
  if (rest.req.complete) connection.rest = undefined;
  else if (now - rest.since >= least.windowMs) {
    if (socket.bytesRead - rest.bytesRead < leastBytes(least)) socket.destroy();
    connection.rest = { ...rest, bytesRead: socket.bytesRead, since: now };
  }
}

/**
 * True if an answer has ended and the operating system has accepted all its bytes. `writableFinished` becomes true
 * only a moment later.
 */
export function isWithSystem(res: ServerResponse): boolean {
  return res.writableEnded && res.socket !== null && res.writableLength === 0;
}

/**
 * Records whether the reader of a connection has accepted any bytes since the last check. Large bodies are written in
 * pieces so that this is visible (end-with.ts).
 */
function lookAtReader(socket: Socket, connection: Connection, now: number): void {
  if (socket.writableLength === 0) {
    connection.standstill = undefined;
    return;
  }
  const taken = socket.bytesWritten - socket.writableLength;
  if (connection.standstill?.taken !== taken) connection.standstill = { taken, since: now };
}
