import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { assertRead } from '../errors.ts';
import { withTimeout } from '../process/work.ts';

type Probed = 'self' | 'host' | 'beside' | 'database';
type State = 'ok' | 'unavailable';

export interface Health {
  readonly engine: 'embedded' | 'upstream';
  /** True while the process stops. */
  draining?: boolean;
  /**
   * Each rejects when its part does not answer; absent without such a part:
   * - `self`: a resource of this process, i.e. a database file. Never calls another machine.
   * - `host`: the upstream, or the embedded engine.
   * - `beside`: the engine that answers some calls in place of the host.
   * - `database`: the database that all processes of the site share.
   */
  readonly probes: Partial<Record<Probed, () => Promise<void>>>;
  /**
   * Returns what waits for the host or for a person, such as queued forms; undefined if nothing does. The answer to
   * /readyz contains it in addition to the status, which does not depend on it.
   */
  readonly waiting?: () => Promise<unknown>;
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
  const { engine, probes, waiting = async () => undefined } = health;
  /** Tells whether each probe succeeded in time. All callers share one run of it, and its result for a moment after. */
  const results = new LRUCache<Probed, State>({
    max: 4,
    ttl: probeFreshMs,
    fetchMethod: async (name) =>
      probes[name] &&
      withTimeout(probeBoundMs, probes[name]()).then(
        () => 'ok',
        () => 'unavailable',
      ),
  });
  return async (req, res, next) => {
    const [path, query] = req.url.split('?', 2);
    if (path !== '/healthz' && path !== '/readyz') return next();
    assertRead(req.method);
    res.setHeader('Cache-Control', 'no-store');
    if (path === '/healthz') {
      res.json({ status: 'ok' });
      return;
    }
    const isAlone = health.draining || new URLSearchParams(query).get('self') === '1';
    const beyond: Probed[] = isAlone ? [] : ['host', 'beside', 'database'];
    const asked = health.draining ? [] : (['self', ...beyond] as const);
    const states: Partial<Record<Probed, State>> = {};
    // If the database does not answer, the engine fails too, so the database is probed in any case: the answer has to
    // name the real cause. Queued forms are counted only without it if they are stored in files of this machine.
    const [intake] = await Promise.all([
      isAlone && probes.database ? undefined : withTimeout(probeBoundMs, waiting()).catch(() => {}),
      ...asked.map(async (name) => {
        states[name] = await results.fetch(name);
      }),
    ]);
    const failed = Object.values(states).find((state) => state === 'unavailable');
    const status = health.draining ? 'draining' : (failed ?? 'ok');
    if (status !== 'ok') res.status(503).setHeader('Retry-After', '5');
    res.json({ status, engine, embedded: states.beside, database: states.database, intake });
  };
}
