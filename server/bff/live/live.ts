import type { ServerResponse } from 'node:http';
import type { Signals } from '../../database/state.ts';
import { AppError, assertThat } from '../../errors.ts';
import type { OwnCall } from '../answers.ts';
import { callOf } from '../call.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';

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
}

/**
 * Creates the streams of this process, which notify browsers of changes in the admin area. An event states that something has changed, but not what, so that it needs no
 * query and reveals nothing that a role may not see. A stream ends with its session, and does not extend the session.
 */
export function createLive({ sessions, signals, every = everyTimer, limits = {} }: LiveOptions) {
  const { perSession, inAll } = { ...defaultLimits, ...limits };
  const streams = new Set<Stream>();
  let isClosed = false;
  // A failed signal is ignored: a browser that misses an event learns of the change with the next event, or when its
  // window gets the focus.
  const publish = throttled(() => void signals.publish('desk').catch(() => {}));
  const tell = throttled(() => send('event: changed\ndata: {}\n\n'));

  /** Sends a text to every stream. A reader for which too many bytes already wait is disconnected. */
  function send(text: string) {
    for (const { res } of streams) {
      // A stream that has ended stays here until its connection is closed.
      if (res.writableEnded) continue;
      if (res.writableLength <= mostWaiting) res.write(text);
      else res.destroy();
    }
  }

  function endAll(isMeant: (session: Session) => boolean) {
    for (const { res, session } of streams) if (isMeant(session)) res.end();
  }

  function add(res: ServerResponse, session: Session) {
    const stream = { res, session };
    const timer = setTimeout(() => res.end(), Math.min(sessions.lifeOf(session).left, longestMs)).unref();
    streams.add(stream);
    res.once('close', () => {
      clearTimeout(timer);
      streams.delete(stream);
    });
    res.write(`retry: ${retryMs}\nevent: hello\ndata: {}\n\n`);
  }

  const stops = [
    every(commentMs, () => send(':\n\n')),
    signals.on('desk', tell),
    signals.onGap(tell),
    sessions.onEnded(endAll),
  ];

  return {
    /** Handles `GET /api/live`: a stream of events for signed-in users. */
    answer(req, res) {
      const { session } = callOf(res);
      assertThat(session, 'session.required', 401);
      if (isClosed) throw full('30');
      const own = [...streams].filter((each) => each.session.id === session.id);
      if (own.length >= perSession || streams.size >= inAll) throw full('60');
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Proxies must pass on the stream immediately: without compression, and without buffering (nginx reads the
        // second header).
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      if (req.method === 'HEAD') res.end();
      else add(res, session);
    },
    /** Notifies every stream of this process. */
    tell,
    /** Notifies every stream of this process, and signals the other processes of the site. */
    changed() {
      tell();
      publish();
    },
    /** Ends every stream, and accepts no new stream. Called when the process is about to stop. */
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      endAll(() => true);
    },
  } satisfies { answer: OwnCall } & Record<string, unknown>;
}

/**
 * Returns a function that does the work at once; further calls within the window cause the work once more at its end.
 */
function throttled(work: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let isAskedAgain = false;
  return function run() {
    isAskedAgain = timer !== undefined;
    if (isAskedAgain) return;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (isAskedAgain) run();
    }, gatherMs).unref();
  };
}

function full(seconds: string) {
  return new AppError('live.full', 503, { retryAfter: seconds });
}

function everyTimer(ms: number, work: () => void) {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
}
