import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { lingerOnClose } from './linger.ts';
import { defaultMinRate, leastBytes, type MinRate } from './min-rate.ts';

/** Timeouts for the other side of a connection, in milliseconds. */
export interface Timeouts {
  /** For the headers of a request. A browser sends them at once; only an attacker takes longer. */
  headersMs: number;
  /**
   * For a whole request with its body. The largest form (a film of 200 MiB, its images and text, 345 MiB) arrives in
   * time at 1.6 Mbit/s; Node's default of 5 minutes would cut it off below 10 Mbit/s.
   */
  requestMs: number;
  /** A request body of which no byte arrives for this long is aborted. */
  stallMs: number;
  /**
   * A reader who accepts no byte of a waiting answer for this long is disconnected. A slow reader is not: any byte
   * restarts the timeout. A paused player requests the rest of its film again.
   */
  readerMs: number;
  /**
   * For an idle connection: longer than the 60 s of usual load balancers, so that the load balancer closes it first.
   */
  keepAliveMs: number;
  /**
   * Minimum rate for the rest of a request that has been answered: the rest is discarded, and must not hold a
   * connection open.
   */
  rest: MinRate;
  /** How often these limits are checked. A connection can exceed its limit by this much. */
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
 * Returns options for `createServer`, the only place where Node accepts the interval of its own checks (default 30
 * s). Our own pass (`refuseInvalidHosts`) refuses a request without a Host: Node's refusal has no envelope and no
 * security headers.
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

/** One connection and its requests without a complete answer (several when they are pipelined). */
interface Connection {
  readonly running: Map<ServerResponse, IncomingMessage>;
  /**
   * While bytes of an answer wait for the reader: how many bytes it has accepted on this connection, and since when
   * none.
   */
  standstill: { taken: number; since: number } | undefined;
  /**
   * A request that was answered before all of it had arrived, and the bytes received on the connection by a given
   * time.
   */
  rest: { req: IncomingMessage; bytesRead: number; since: number } | undefined;
}

/** Answers a request at once if it can. Returns true if it did; the request then needs no further handling. */
export type AnswerAtOnce = (req: IncomingMessage, res: ServerResponse) => boolean;

/** All open connections of a server and their requests. A graceful stop needs them, and Node does not expose them. */
export interface Connections {
  /** Returns the number of requests without a complete answer. */
  running(): number;
  /** Offers every request to `door` before any other handling. */
  setFastPath(door: AnswerAtOnce): void;
  /** Makes every answer from now on close its connection. */
  closeAfterAnswers(): void;
  /** Closes connections that wait for a request, whether they were used before or opened in advance. */
  closeIdle(): void;
  destroyAll(): void;
  /** Resolves when no request is running. */
  quiet(): Promise<void>;
}

const known = new WeakMap<Server, Map<Duplex, Connection>>();
const connectionOf = new WeakMap<Duplex, Connection>();

/**
 * Tracks the connections of a server; must be called before the server listens. A request that arrives before the app
 * is set gets 503 instead of silence. Closes the connection of a request body that stalls for `stallMs`, of a reader
 * who stalls for `readerMs`, and of a client that sends the rest of an answered request more slowly than `rest`.
 */
export function followConnections(
  server: Server,
  { stallMs, readerMs, rest, checkMs }: Pick<Timeouts, 'stallMs' | 'readerMs' | 'rest' | 'checkMs'>,
): Connections {
  const open = new Map<Socket, Connection>();
  known.set(server, open as Map<Duplex, Connection>);
  let closing = false;
  let answerAtOnce: AnswerAtOnce | undefined;
  const waiting: (() => void)[] = [];

  const running = () => {
    let sum = 0;
    for (const connection of open.values()) sum += connection.running.size;
    return sum;
  };
  const tellWhenQuiet = () => {
    // Called after every answer: with thousands of open connections the sum costs more than the answer, so it is
    // computed only if needed.
    if (waiting.length > 0 && running() === 0) for (const tell of waiting.splice(0)) tell();
  };
  const idle = (connection: Connection) => connection.running.size === 0;
  const closeIdle = () => {
    server.closeIdleConnections();
    // Node counts a connection that never sent a byte as busy.
    for (const [socket, connection] of open) {
      if (idle(connection) && socket.bytesRead === 0) socket.destroy();
    }
  };

  server.on('connection', (socket) => {
    const connection: Connection = { running: new Map(), standstill: undefined, rest: undefined };
    open.set(socket, connection);
    connectionOf.set(socket, connection);
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
      // This answer may have promised keep-alive before the stop began.
      if (closing) setImmediate(closeIdle);
      tellWhenQuiet();
    });
  };
  const follow = (event: 'request' | 'checkContinue' | 'checkExpectation') => {
    server.on(event, (req: IncomingMessage, res: ServerResponse) => {
      if (event === 'request' && !closing && answerAtOnce?.(req, res)) {
        // The system has accepted nearly every such answer already; otherwise its reader is watched.
        if (!isWithSystem(res) || hasBody(req)) followResponse(req, res);
        return;
      }
      if (server.listenerCount(event) === 1) {
        res.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end();
        return;
      }
      if (closing) res.setHeader('Connection', 'close');
      // A dozen passes and pipes each listen for the end of a response: this is no leak.
      res.setMaxListeners(30);
      followResponse(req, res);
    });
  };
  follow('request');
  follow('checkContinue');
  follow('checkExpectation');

  // Only a stalled request body counts: an answer may take its time, and a paused film stops reading for long. Node
  // reports the end of an idle connection (keepAliveTimeout) by the same event, and the listener must close it.
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

  return {
    running,
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
}

/** True if a request has a body, of any length. */
function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || length !== '0';
}

/** Closes a connection whose request is answered and still arrives too slowly. */
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
 * True if an answer has ended and the system has accepted all its bytes; `writableFinished` becomes true only a
 * moment later.
 */
export function isWithSystem(res: ServerResponse): boolean {
  return res.writableEnded && res.socket !== null && res.writableLength === 0;
}

/**
 * Records whether the reader of a connection has accepted any bytes since the last check. Large bodies are written in
 * pieces (end-with.ts).
 */
function lookAtReader(socket: Socket, connection: Connection, now: number): void {
  if (socket.writableLength === 0) {
    connection.standstill = undefined;
    return;
  }
  const taken = socket.bytesWritten - socket.writableLength;
  if (connection.standstill?.taken !== taken) connection.standstill = { taken, since: now };
}

/**
 * Returns for how many milliseconds the reader of a response has accepted none of the waiting bytes; measured every
 * `checkMs`.
 */
export function standstillMs(res: ServerResponse): number {
  const since = res.socket && connectionOf.get(res.socket)?.standstill?.since;
  return since ? performance.now() - since : 0;
}

/** Returns the unfinished responses of a connection, each with its request, in the order of the requests. */
export function runningOn(server: Server, socket: Duplex): [ServerResponse, IncomingMessage][] {
  return [...(known.get(server)?.get(socket)?.running ?? [])];
}
