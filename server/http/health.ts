import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';

export interface Health {
  readonly engine: 'embedded' | 'upstream';
  readonly draining: boolean;
  startDraining(): void;
  /** Rejects when the upstream or the database does not answer. */
  readonly probe: () => Promise<void>;
  /** What waits for the host or for a person; undefined when nothing does. Said beside the status, and changes none. */
  readonly waiting?: () => object | undefined;
  /** Rejects when something of our own, a database, does not answer. Never asks another machine. */
  readonly probeSelf: () => Promise<void>;
}

/** Milliseconds after which a probe without an answer counts as failed. */
const probeBoundMs = 2_000;

/** Milliseconds for which one probe answers everybody: asking /readyz in a loop is no load on the engine. */
const probeFreshMs = 1_000;

/** Keeps what /readyz needs to know. */
export function createHealth(
  engine: Health['engine'],
  probe: () => Promise<void>,
  probeSelf: () => Promise<void> = async () => {},
  waiting: Health['waiting'] = () => undefined,
): Health {
  let draining = false;
  return {
    engine,
    probe,
    probeSelf,
    waiting,
    get draining() {
      return draining;
    },
    startDraining() {
      draining = true;
    },
  };
}

/**
 * /healthz: the process answers. /readyz: the engine behind it answers too, and is named; 503 with Retry-After when it
 * does not, and while draining. /readyz?self=1 leaves an API host out of it, for balancers: a host that fails for all of us
 * is no reason to take us away, since pages can still say what is wrong. GET and HEAD only.
 */
export function answerHealth(health: Health): RequestHandler {
  const selfReady = shared(() => bounded(health.probeSelf));
  const engineReady = shared(() => bounded(health.probe));
  return async (req, res, next) => {
    const [path, query] = req.url.split('?', 2);
    if (path !== '/healthz' && path !== '/readyz') {
      next();
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const allow = 'GET, HEAD';
      throw new AppError('request.methodNotAllowed', 405, {
        values: { method: req.method, allow },
        headers: { Allow: allow },
      });
    }
    res.setHeader('Cache-Control', 'no-store');
    if (path === '/healthz') {
      res.json({ status: 'ok' });
      return;
    }
    const ready = async () =>
      (await selfReady()) && (new URLSearchParams(query).get('self') === '1' || (await engineReady()));
    const status = health.draining ? 'draining' : (await ready()) ? 'ok' : 'unavailable';
    if (status !== 'ok') res.status(503).setHeader('Retry-After', '5');
    const intake = health.waiting?.();
    res.json({ status, engine: health.engine, ...(intake && { intake }) });
  };
}

/** Whether the probe succeeds in time. */
async function bounded(probe: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, probeBoundMs, false);
  });
  const answered = async () => {
    try {
      await probe();
      return true;
    } catch {
      return false;
    }
  };
  try {
    return await Promise.race([answered(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** One run for all who ask while it lasts and for a moment after. */
function shared(check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { result: Promise<boolean>; endedAt: number } | undefined;
  return () => {
    if (last && performance.now() - last.endedAt < probeFreshMs) return last.result;
    const run = { result: check(), endedAt: Number.POSITIVE_INFINITY };
    void run.result.finally(() => {
      run.endedAt = performance.now();
    });
    last = run;
    return run.result;
  };
}
