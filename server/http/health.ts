import type { RequestHandler } from 'express';
import { methodNotAllowed } from '../errors.ts';

export interface Health {
  readonly engine: 'embedded' | 'upstream';
  /** True while the process stops. */
  draining?: boolean;
  /** Rejects when the upstream or the database does not answer. */
  readonly probe: () => Promise<void>;
  /** Rejects when a resource of this process, i.e. a database file, does not answer. Never calls another machine. */
  readonly probeSelf?: () => Promise<void>;
  /** Rejects when the database that all processes of the site share does not answer; absent without such a database. */
  readonly probeDatabase?: () => Promise<void>;
  /** Rejects when the engine that answers some calls in place of the host does not answer; absent without such an engine. */
  readonly probeBeside?: () => Promise<void>;
  /**
   * Returns what waits for the host or for a person, such as queued forms; undefined if nothing does. The answer to
   * /readyz contains it in addition to the status, which does not depend on it.
   */
  readonly waiting?: () => Promise<object | undefined>;
}

/** Milliseconds after which a probe without an answer counts as failed. */
const probeBoundMs = 2_000;

/**
 * How long the result of a probe is used for further requests, in milliseconds, so that repeated requests for /readyz
 * put no load on the engine.
 */
const probeFreshMs = 1_000;

/**
 * Answers GET and HEAD for /healthz and /readyz.
 * - /healthz shows that the process answers.
 * - /readyz also shows whether the upstream and the shared database answer, and names them. It is 503 with
 *   Retry-After if one of them does not answer, and while draining.
 * - /readyz?self=1 checks neither of the two and is meant for load balancers: a failure that all processes share is
 *   no reason to remove one of them, because cached pages can still be served.
 */
export function answerHealth(health: Health): RequestHandler {
  const checks = checksOf(health);
  return async (req, res, next) => {
    const [path, query] = req.url.split('?', 2);
    if (path !== '/healthz' && path !== '/readyz') return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method);
    res.setHeader('Cache-Control', 'no-store');
    if (path === '/healthz') {
      res.json({ status: 'ok' });
      return;
    }
    const isAlone = health.draining || new URLSearchParams(query).get('self') === '1';
    const found = await (isAlone ? readySelf(health, checks) : readyWithOthers(checks));
    const status = health.draining ? 'draining' : found.isReady ? 'ok' : 'unavailable';
    if (status !== 'ok') res.status(503).setHeader('Retry-After', '5');
    res.json({ status, engine: health.engine, ...found.told });
  };
}

type Checks = ReturnType<typeof checksOf>;

/** Creates the checks. Requests that arrive within a short time share one run of each check. */
function checksOf({ probeSelf, probe, probeBeside, probeDatabase, waiting }: Health) {
  return {
    self: probeSelf ? shared(() => bounded(probeSelf)) : async () => true,
    engine: shared(() => bounded(probe)),
    beside: probeBeside && shared(() => bounded(probeBeside)),
    database: probeDatabase && shared(() => bounded(probeDatabase)),
    /** Returns the numbers of queued forms; undefined if they cannot be counted in time. */
    async waiting(): Promise<object | undefined> {
      let found: object | undefined;
      await bounded(async () => {
        found = await waiting?.();
      });
      return found;
    },
  };
}

interface Readiness {
  isReady: boolean;
  /** Fields that the answer contains in addition to the status. */
  told: object;
}

/**
 * Checks this process only, and calls no other machine. So queued forms are counted only if they are stored in files
 * of this machine.
 */
async function readySelf(health: Health, checks: Checks): Promise<Readiness> {
  const [isReady, intake] = await Promise.all([
    health.draining || checks.self(),
    checks.database ? undefined : checks.waiting(),
  ]);
  return { isReady, told: { ...(intake && { intake }) } };
}

/**
 * Checks this process and everything it depends on. If the database does not answer, the engine fails too, so the
 * database is probed in any case: the answer has to name the real cause.
 */
async function readyWithOthers(checks: Checks): Promise<Readiness> {
  const [self, engine, beside, database, intake] = await Promise.all([
    checks.self(),
    checks.engine(),
    checks.beside?.(),
    checks.database?.(),
    checks.waiting(),
  ]);
  return {
    isReady: self && engine && beside !== false && database !== false,
    told: {
      ...(beside !== undefined && { embedded: stateText(beside) }),
      ...(database !== undefined && { database: stateText(database) }),
      ...(intake && { intake }),
    },
  };
}

function stateText(isReady: boolean): string {
  return isReady ? 'ok' : 'unavailable';
}

/** Returns true if the probe succeeds in time. */
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

/** Makes all callers share one run of a check while it lasts, and its result for a moment after. */
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
