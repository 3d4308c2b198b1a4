import { Counter, Histogram, type Registry } from 'prom-client';
import { isMediaPath } from '../bff/upstream/addresses.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../bff/upstream/upstream.ts';
import { AppError } from '../errors.ts';
import { type Cause, causeOf } from '../http/causes.ts';

/**
 * Upper limits of the histogram's buckets, in seconds. They suit the engine, a nearby host, a distant host, and
 * timeouts.
 */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** Counts in `registry` how long the API host takes until an answer's headers arrive, and how it fails. */
export function countHost(registry: Registry, mediaPaths: readonly string[]) {
  const durations = new Histogram({
    name: 'studio_upstream_request_duration_seconds',
    help: 'Time until the API host has answered (a file: until its headers arrive), by contract row',
    labelNames: ['row'],
    buckets,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'studio_upstream_failures_total',
    help: 'Exchanges with the API host that failed, by cause',
    labelNames: ['cause'],
    registers: [registry],
  });
  async function observed(
    wanted: Pick<UpstreamRequest, 'row' | 'path'>,
    exchange: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer> {
    const begun = performance.now();
    try {
      const answer = await exchange();
      durations.observe({ row: nameOf(wanted, mediaPaths) }, (performance.now() - begun) / 1000);
      const cause = causeOfStatus(answer.status);
      if (cause) failures.inc({ cause });
      return answer;
    } catch (error) {
      // A browser that disconnected, and a request that was never sent, are not failures of the host.
      if (error instanceof AppError && error.code.startsWith('upstream.'))
        failures.inc({ cause: causeOf(error) });
      throw error;
    }
  }

  return {
    watch: (upstream: Upstream): Upstream => ({
      ...upstream,
      request: (wanted) => observed(wanted, () => upstream.request(wanted)),
      guarded: (wanted, exchange) => observed(wanted, () => upstream.guarded(wanted, exchange)),
    }),
    /** Counts a page that ran out of time while it waited for its host. */
    timedOut: () => failures.inc({ cause: 'timeout' }),
  };
}

function causeOfStatus(status: number): Cause | undefined {
  if (status === 429) return 'status_429';
  return status >= 500 ? causeOf(new AppError('upstream.failed', status)) : undefined;
}

function nameOf({ row, path }: Pick<UpstreamRequest, 'row' | 'path'>, mediaPaths: readonly string[]): string {
  return row?.name ?? (isMediaPath(path.split('?', 1)[0] ?? '', mediaPaths) ? 'media' : 'unlisted');
}
