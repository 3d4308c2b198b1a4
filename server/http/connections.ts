import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { lingerOnClose } from './linger.ts';
import { defaultMinRate, leastBytes, type MinRate } from './min-rate.ts';

/** How long the other side of a connection may take, in milliseconds. */
export interface Timeouts {
  /** For a request's headers. A person's browser sends them at once; only an attack takes longer. */
  headersMs: number;
  /**
   * For a whole request with its body. The largest form (a film of 200 MiB, its images and text, 345 MiB) passes on a line of
   * 1.6 Mbit/s; Node's 5 minutes would cut it on anything under 10 Mbit/s.
   */
  requestMs: number;
  /** A request body of which nothing arrives for this long is given up. */
  stallMs: number;
  /**
   * A reader who takes not a single byte of a waiting answer for this long is cut off. A slow reader is not: any byte restarts the
   * time. A player that was paused asks for the rest of its film again.
   */
  readerMs: number;
  /** For an idle connection: longer than the 60 s of usual load balancers, so that they end it, not we. */
  keepAliveMs: number;
  /** For what is still to come of a request that was answered: nobody reads it, and nobody is to hold a connection by it. */
  rest: MinRate;
  /** How often these limits are checked: a connection can outlive its limit by this much. */
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
 * Options for `createServer`: only there does Node accept the interval of its own checks, which is 30 s by default. A request without
 * a Host is refused by our own pass (`refuseInvalidHosts`): Node's refusal has no envelope and none of the security headers.
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

/** One connection and the requests on it that have no whole answer yet (several when they are pipelined). */
interface Connection {
  readonly running: Map<ServerResponse, IncomingMessage>;
  /** While bytes of an answer wait for the reader: how many it has taken on this connection, and since when no more. */
  standstill: { taken: number; since: number } | undefined;
  /** A request that was answered before all of it had come, and what had come of the connection at a moment. */
  rest: { req: IncomingMessage; bytesRead: number; since: number } | undefined;
}

/** Answers a request at once if it can: true when it did, and nobody else is to look at it. */
export type AnswerAtOnce = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Every open connection of a server and the requests on it: a graceful stop has to know them, and Node does not say. */
export interface Connections {
  /** How many requests have no whole answer yet. */
  running(): number;
  /** Has requests offered to `door` before anything else is done for them. */
  setFrontDoor(door: AnswerAtOnce): void;
  /** From now on every answer closes its connection. */
  closeAfterAnswers(): void;
  /** Ends connections that wait for a request: used before, or opened in advance and never used. */
  closeIdle(): void;
  destroyAll(): void;
  /** Resolves when nothing runs. */
  quiet(): Promise<void>;
}

const known = new WeakMap<Server, Map<Duplex, Connection>>();
const connectionOf = new WeakMap<Duplex, Connection>();

/**
 * Follows the connections of a server; called before it listens. A request that comes before the app is in place gets
 * 503 instead of silence. A request body that stalls for `stallMs` loses its connection, and so does a reader who stalls for
 * `readerMs`, and who sends the rest of a request that is answered more slowly than `rest`.
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
    // Asked after every answer: with thousands of open connections the sum costs more than the answer.
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
        // The system has taken nearly every such answer by now; the reader of another one is watched.
        if (!isWithSystem(res) || hasBody(req)) followResponse(req, res);
        return;
      }
      if (server.listenerCount(event) === 1) {
        res.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end();
        return;
      }
      if (closing) res.setHeader('Connection', 'close');
      // A dozen passes and pipes each watch for the end of a response: that is no leak.
      res.setMaxListeners(30);
      followResponse(req, res);
    });
  };
  follow('request');
  follow('checkContinue');
  follow('checkExpectation');

  // Only a body that stands still counts: an answer may take its time, and a paused film stops reading for long. Node
  // tells of an idle connection's end (keepAliveTimeout) by the same event, and leaves the ending to its listener.
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
    setFrontDoor(door) {
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

/** True when a request brings a body, of any length. */
function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || length !== '0';
}

/** Ends a connection whose request is answered, and still comes, by a byte now and then. */
function lookAtRest(socket: Socket, connection: Connection, least: MinRate, now: number): void {
  const { rest } = connection;
  if (!rest) return;
  if (rest.req.complete) connection.rest = undefined;
  else if (now - rest.since >= least.windowMs) {
    if (socket.bytesRead - rest.bytesRead < leastBytes(least)) socket.destroy();
    connection.rest = { ...rest, bytesRead: socket.bytesRead, since: now };
  }
}

/** True when an answer has ended and the system has taken all its bytes; `writableFinished` says so only a moment later. */
export function isWithSystem(res: ServerResponse): boolean {
  return res.writableEnded && res.socket !== null && res.writableLength === 0;
}

/** Notes whether the reader of a connection has taken anything since the last look. Large bodies are written in pieces (end-with.ts). */
function lookAtReader(socket: Socket, connection: Connection, now: number): void {
  if (socket.writableLength === 0) {
    connection.standstill = undefined;
    return;
  }
  const taken = socket.bytesWritten - socket.writableLength;
  if (connection.standstill?.taken !== taken) connection.standstill = { taken, since: now };
}

/** For how many milliseconds the reader of a response has taken nothing of what waits; measured every `checkMs`. */
export function standstillMs(res: ServerResponse): number {
  const since = res.socket && connectionOf.get(res.socket)?.standstill?.since;
  return since ? performance.now() - since : 0;
}

/** The unfinished responses of a connection, each with its request, in the order in which they were asked for. */
export function runningOn(server: Server, socket: Duplex): [ServerResponse, IncomingMessage][] {
  return [...(known.get(server)?.get(socket)?.running ?? [])];
}
