import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { methodNotAllowed } from '../errors.ts';
import { withTimeout } from '../process/work.ts';

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
  const { engine, waiting = async () => undefined } = health;
  const probes = {
    self: health.probeSelf,
    host: health.probe,
    beside: health.probeBeside,
    database: health.probeDatabase,
  };
  /** Whether each probe succeeded in time. All callers share one run of it, and its result for a moment after. */
  const results = new LRUCache<keyof typeof probes, boolean>({
    max: 4,
    ttl: probeFreshMs,
    fetchMethod: async (name) =>
      withTimeout(probeBoundMs, Promise.resolve(probes[name]?.())).then(
        () => true,
        () => false,
      ),
  });
  const check = (name: keyof typeof probes) => probes[name] && results.fetch(name);
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
    const askBeyond = (name: keyof typeof probes) => (isAlone ? undefined : check(name));
    // If the database does not answer, the engine fails too, so the database is probed in any case: the answer has to
    // name the real cause. Queued forms are counted only without it if they are stored in files of this machine.
    const [isWell, host, beside, database, intake] = await Promise.all([
      health.draining || check('self'),
      askBeyond('host'),
      askBeyond('beside'),
      askBeyond('database'),
      isAlone && health.probeDatabase ? undefined : withTimeout(probeBoundMs, waiting()).catch(() => {}),
    ]);
    const isReady = ![isWell, host, beside, database].includes(false);
    const status = health.draining ? 'draining' : stateText(isReady);
    if (status !== 'ok') res.status(503).setHeader('Retry-After', '5');
    res.json({ status, engine, embedded: stateText(beside), database: stateText(database), intake });
  };
}

function stateText(isReady: boolean | undefined) {
  return isReady === undefined ? undefined : isReady ? 'ok' : 'unavailable';
}
