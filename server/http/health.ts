import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';

export interface Health {
  readonly engine: 'embedded' | 'upstream';
  readonly draining: boolean;
  startDraining(): void;
  /** Rejects when the upstream or the database does not answer. */
  readonly probe: () => Promise<void>;
  /** What waits for the host or for a person; undefined when nothing does. Said beside the status, and changes none. */
  readonly waiting?: () => Promise<object | undefined>;
  /** Rejects when something of our own, a database file, does not answer. Never asks another machine. */
  readonly probeSelf: () => Promise<void>;
  /** Rejects when the database that all processes of the site share does not answer; undefined where there is none. */
  readonly probeDatabase?: (() => Promise<void>) | undefined;
  /** Rejects when the engine that answers beside the host does not; undefined where there is none. */
  readonly probeBeside?: (() => Promise<void>) | undefined;
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
  waiting: Health['waiting'] = async () => undefined,
  probeDatabase?: Health['probeDatabase'],
  probeBeside?: Health['probeBeside'],
): Health {
  let draining = false;
  return {
    engine,
    probe,
    probeSelf,
    probeDatabase,
    probeBeside,
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
 * /healthz: the process answers. /readyz: the engine behind it and the shared database answer too, and are named; 503 with
 * Retry-After when one does not, and while draining. /readyz?self=1 leaves both out, for balancers: what fails for all processes is
 * no reason to take one of them away, since pages that are kept can still be given. GET and HEAD only.
 */
export function answerHealth(health: Health): RequestHandler {
  const selfReady = shared(() => bounded(health.probeSelf));
  const engineReady = shared(() => bounded(health.probe));
  const { probeDatabase, probeBeside } = health;
  const besideReady = probeBeside && shared(() => bounded(probeBeside));
  const databaseReady = probeDatabase && shared(() => bounded(probeDatabase));
  /** What waits, if that can be said in time. */
  const waiting = async () => {
    let found: object | undefined;
    await bounded(async () => {
      found = await health.waiting?.();
    });
    return found;
  };
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
    const alone = health.draining || new URLSearchParams(query).get('self') === '1';
    // A database that is away takes the engine with it: it is the one to be named, so it is asked whatever the others say.
    const [self, engine, beside, database, intake] = await Promise.all([
      health.draining || selfReady(),
      alone || engineReady(),
      alone ? undefined : besideReady?.(),
      alone ? undefined : databaseReady?.(),
      // Without another machine, where that is asked for.
      alone && probeDatabase ? undefined : waiting(),
    ]);
    const isReady = self && engine && beside !== false && database !== false;
    const status = health.draining ? 'draining' : isReady ? 'ok' : 'unavailable';
    if (status !== 'ok') res.status(503).setHeader('Retry-After', '5');
    res.json({
      status,
      engine: health.engine,
      ...(beside !== undefined && { embedded: beside ? 'ok' : 'unavailable' }),
      ...(database !== undefined && { database: database ? 'ok' : 'unavailable' }),
      ...(intake && { intake }),
    });
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
