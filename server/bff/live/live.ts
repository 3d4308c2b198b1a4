import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Signals } from '../../database/signals.ts';
import { AppError, assertThat } from '../../errors.ts';
import { callOf } from '../call.ts';
import type { Session, Sessions } from '../session/session.ts';

/** Notifies browsers of changes in the admin area (server/bff/live/README.md). */
export interface Live {
  /** Handles `GET /api/live`: a stream of events for signed-in users. */
  readonly answer: RequestHandler;
  /** Notifies every stream of this process. */
  tell(): void;
  /** Notifies every stream of this process, and signals the other processes of the site. */
  changed(): void;
  /** Returns the number of open streams, for tests and metrics. */
  readonly open: () => number;
  /** Ends every stream, and accepts no new stream. Called when the process is about to stop. */
  close(): void;
}

export interface LiveOptions {
  sessions: Pick<Sessions, 'lifeOf' | 'onEnded'>;
  signals: Signals;
  /** Calls `work` every `ms` milliseconds; returns a function that stops these calls. */
  every?: (ms: number, work: () => void) => () => void;
  limits?: Partial<typeof defaultLimits>;
}

const defaultLimits = {
  /** Maximum number of streams of one session. A browser needs only one stream for all its tabs. */
  perSession: 4,
  /**
   * Maximum number of streams of one account: a person may have several browsers, each with its own session, and in a
   * small company several people may share one account.
   */
  perAccount: 20,
  inAll: 500,
};

/**
 * How often a comment is sent into each stream, in milliseconds. Comments prevent proxies from closing a quiet
 * stream.
 */
const commentMs = 20_000;
/** Length of the window in which at most one event is sent, in milliseconds. */
const gatherMs = 500;
/** How long a browser waits before it reconnects, in milliseconds. */
const retryMs = 3_000;
/**
 * Maximum number of bytes that wait for a reader. A reader with more is disconnected, and its browser connects again.
 */
const mostWaiting = 4_096;
/** The longest possible timer, in milliseconds: a timer with a longer time fires immediately. */
const longestMs = 2 ** 31 - 1;

interface Stream {
  res: ServerResponse;
  session: Session;
  timer: NodeJS.Timeout;
}

/**
 * Creates the streams of this process. An event states that something has changed, but not what, so that it needs no
 * query and reveals nothing that a role may not see. A stream ends with its session, and does not extend the session.
 */
export function createLive({ sessions, signals, every = everyTimer, limits = {} }: LiveOptions): Live {
  const streams = new Streams({ ...defaultLimits, ...limits });
  let isClosed = false;
  // A failed signal is ignored: a browser that misses an event learns of the change with the next event, or when its
  // window gets the focus.
  const publish = slowed(() => void signals.publish('desk').catch(() => {}), true);
  const send = slowed(() => streams.send('event: changed\ndata: {}\n\n'));

  function tell(): void {
    if (!isClosed) send.run();
  }

  const stops = [
    every(commentMs, () => streams.send(':\n\n')),
    signals.on('desk', tell),
    signals.onGap(tell),
    sessions.onEnded((hasEnded) => streams.endAll(hasEnded)),
  ];

  return {
    answer(req, res) {
      const { session } = callOf(res);
      assertThat(session, 'session.required', 401);
      if (isClosed) throw full('30');
      // A HEAD request opens no stream, so it needs no room.
      if (req.method === 'GET') streams.makeRoom(session);
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Proxies must pass on the stream immediately: without compression, and without buffering (nginx reads the
        // second header).
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      if (req.method === 'HEAD') {
        res.end();
        return;
      }
      streams.add(res, session, sessions.lifeOf(session).left);
      res.write(`retry: ${retryMs}\nevent: hello\ndata: {}\n\n`);
    },
    tell,
    changed() {
      tell();
      publish.run();
    },
    open: () => streams.size,
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      send.stop();
      publish.stop();
      streams.endAll(() => true);
    },
  };
}

class Streams {
  readonly #limits: typeof defaultLimits;
  readonly #streams = new Set<Stream>();

  constructor(limits: typeof defaultLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#streams.size;
  }

  /**
   * Makes room for one more stream of this session. Throws if the session or its account has as many streams as it
   * may have. If the maximum of all streams is reached, closes the oldest stream of the account with the most
   * streams, so that a few accounts cannot lock out all others; throws instead if that account would afterwards have
   * fewer streams than this one.
   */
  makeRoom(session: Session): void {
    const { perSession, perAccount, inAll } = this.#limits;
    const account = accountKey(session);
    const byAccount = Map.groupBy(this.#streams, (stream) => accountKey(stream.session));
    const own = byAccount.get(account) ?? [];
    const ofSession = own.filter((stream) => stream.session.id === session.id);
    if (ofSession.length >= perSession || own.length >= perAccount) throw full('60');
    if (this.#streams.size < inAll) return;
    const [oldest, ...others] = [...byAccount.values()].reduce((most, each) =>
      each.length > most.length ? each : most,
    );
    if (!oldest || others.length <= own.length) throw full('60');
    this.#end(oldest);
  }

  /** Adds a stream that ends after `lifeMs`. */
  add(res: ServerResponse, session: Session, lifeMs: number): void {
    const timer = setTimeout(() => this.#end(stream), Math.min(lifeMs, longestMs)).unref();
    const stream: Stream = { res, session, timer };
    this.#streams.add(stream);
    res.once('close', () => this.#remove(stream));
  }

  /** Sends a text to every stream. A reader for which too many bytes already wait is disconnected. */
  send(text: string): void {
    for (const stream of this.#streams) {
      if (stream.res.writableLength <= mostWaiting) stream.res.write(text);
      else {
        this.#remove(stream);
        stream.res.destroy();
      }
    }
  }

  endAll(isMeant: (session: Session) => boolean): void {
    for (const stream of this.#streams) if (isMeant(stream.session)) this.#end(stream);
  }

  #end(stream: Stream): void {
    if (this.#remove(stream)) stream.res.end();
  }

  /** Removes a stream; returns false if it was removed already. */
  #remove(stream: Stream): boolean {
    clearTimeout(stream.timer);
    return this.#streams.delete(stream);
  }
}

/**
 * Returns a function that does the requested work at once, or at the end of a window (`isLate`); further requests within
 * the window cause the work once more at its end.
 */
function slowed(work: () => void, isLate = false) {
  let timer: NodeJS.Timeout | undefined;
  let isAskedAgain = false;
  function run(): void {
    if (timer) {
      isAskedAgain = true;
      return;
    }
    if (!isLate) work();
    isAskedAgain = isLate;
    timer = setTimeout(() => {
      timer = undefined;
      if (!isAskedAgain) return;
      if (isLate) work();
      else run();
    }, gatherMs).unref();
  }
  return { run, stop: () => clearTimeout(timer) };
}

function accountKey({ id, account, user }: Session): string {
  return user?.id === undefined ? `${account ?? id}` : `user ${user.id}`;
}

function full(seconds: string): AppError {
  return new AppError('live.full', 503, { headers: { 'retry-after': seconds } });
}

function everyTimer(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
}
