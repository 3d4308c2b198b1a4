import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Signals } from '../../database/signals.ts';
import { AppError, assertThat } from '../../errors.ts';
import { callOf } from '../call.ts';
import type { Session, Sessions } from '../session/session.ts';

/** Word to browsers that something at the desk has changed (docs/architecture.md §5, Live). */
export interface Live {
  /** `GET /api/live`: a stream of events for whoever is signed in. */
  readonly answer: RequestHandler;
  /** Tells every stream of this process. */
  tell(): void;
  /** The same, and the other processes of the site are told. */
  changed(): void;
  /** How many streams are open; for tests and metrics. */
  readonly open: () => number;
  /** Ends every stream, and takes no new one: the process is about to stop. */
  close(): void;
}

export interface LiveOptions {
  sessions: Pick<Sessions, 'lifeOf' | 'onEnded'>;
  signals: Signals;
  /** Calls `work` every `ms`; gives what stops that. */
  every?: (ms: number, work: () => void) => () => void;
  limits?: Partial<typeof defaultLimits>;
}

const defaultLimits = {
  /** A browser has one for all its tabs. */
  perSession: 4,
  /** A person may have several browsers, each with a session of its own, and a small company one account for several people. */
  perAccount: 20,
  inAll: 500,
};

/** A comment so often keeps proxies from taking a quiet stream for a dead one; milliseconds. */
const commentMs = 20_000;
/** However many changes there are within it, one event is sent; milliseconds. */
const gatherMs = 500;
/** How long a browser waits before it comes again, in milliseconds. */
const retryMs = 3_000;
/** A reader that leaves so many bytes standing is gone, or as good as; its browser comes again. */
const mostWaiting = 4_096;
/** Timers beyond 2^31 ms fire at once. */
const longestMs = 2 ** 31 - 1;

interface Stream {
  res: ServerResponse;
  session: Session;
  timer: NodeJS.Timeout;
}

/**
 * The streams of this process. They cost no query: what is sent says that something has changed, and not what, so that a stream tells
 * nobody what their role may not see. They end with the session, however it ends, and extend none.
 */
export function createLive({ sessions, signals, every = everyTimer, limits = {} }: LiveOptions): Live {
  const { perSession, perAccount, inAll } = { ...defaultLimits, ...limits };
  const streams = new Set<Stream>();
  let isClosed = false;
  let telling: NodeJS.Timeout | undefined;
  let isUntold = false;

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    clearTimeout(stream.timer);
    stream.res.end();
  }

  /**
   * Throws for an account that has its share. When all are taken, somebody with fewer streams than another gets the place of the other's
   * oldest, so that a few accounts cannot keep everybody else out.
   */
  function makeRoom(session: Session): void {
    const account = accountKey(session);
    const byAccount = Map.groupBy(streams, (stream) => accountKey(stream.session));
    const own = byAccount.get(account) ?? [];
    const ofSession = own.filter((stream) => stream.session.id === session.id);
    if (ofSession.length >= perSession || own.length >= perAccount) throw full('60');
    if (streams.size < inAll) return;
    const [oldest, ...others] = [...byAccount.values()].reduce((most, each) =>
      each.length > most.length ? each : most,
    );
    if (!oldest || others.length <= own.length) throw full('60');
    end(oldest);
  }

  function send(text: string): void {
    for (const stream of streams) {
      if (stream.res.writableLength > mostWaiting) {
        streams.delete(stream);
        clearTimeout(stream.timer);
        stream.res.destroy();
      } else stream.res.write(text);
    }
  }

  /** The first change is told at once, and what comes right after it together. */
  function tell(): void {
    if (isClosed) return;
    if (telling) {
      isUntold = true;
      return;
    }
    send('event: changed\ndata: {}\n\n');
    telling = setTimeout(() => {
      telling = undefined;
      if (!isUntold) return;
      isUntold = false;
      tell();
    }, gatherMs).unref();
  }

  let publishing: NodeJS.Timeout | undefined;
  /** Who does not hear it finds it with the next change, or when the window gets the focus. */
  function publish(): void {
    publishing ??= setTimeout(() => {
      publishing = undefined;
      signals.publish('desk').catch(() => {});
    }, gatherMs).unref();
  }

  const stops = [
    every(commentMs, () => send(':\n\n')),
    signals.on('desk', tell),
    signals.onGap(tell),
    sessions.onEnded((hasEnded) => {
      for (const stream of streams) if (hasEnded(stream.session)) end(stream);
    }),
  ];

  return {
    answer(req, res) {
      const { session } = callOf(res);
      assertThat(session, 'session.required', 401);
      if (isClosed) throw full('30');
      // A HEAD opens none.
      if (req.method === 'GET') makeRoom(session);
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // What stands in between is to pass it on as it comes: no coding, no buffer (nginx reads the second).
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      if (req.method === 'HEAD') {
        res.end();
        return;
      }
      const left = Math.min(sessions.lifeOf(session).left, longestMs);
      const stream: Stream = { res, session, timer: setTimeout(() => end(stream), left).unref() };
      streams.add(stream);
      res.once('close', () => {
        streams.delete(stream);
        clearTimeout(stream.timer);
      });
      res.write(`retry: ${retryMs}\nevent: hello\ndata: {}\n\n`);
    },
    tell,
    changed() {
      tell();
      publish();
    },
    open: () => streams.size,
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      clearTimeout(telling);
      clearTimeout(publishing);
      for (const stream of streams) end(stream);
    },
  };
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
