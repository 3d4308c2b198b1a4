import { STATUS_CODES } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import { routeOf } from '#shared/routes.ts';
import { isMediaPath } from '../bff/upstream/addresses.ts';
import { machineFiles } from '../http/machine-files.ts';
import { isAsset, type LogRequest } from '../http/requests.ts';

/**
 * Upper limits of the histogram's buckets, in seconds. They suit a cached answer, a read of the engine, of a nearby
 * and of a distant host, and timeouts.
 */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Places {
  mediaPaths: readonly string[];
  /** True for the path of a built file. */
  isFile: (path: string) => boolean;
}

const kinds = ['call', 'page', 'asset', 'image', 'media', 'file', 'health', 'other'] as const;

/**
 * Returns the kind and the name of a request, which are used as labels. The name is a contract row, or a page's route
 * as written in shared/routes.ts, so the labels have only few values, for any paths that clients request.
 */
function subjectOf(
  path: string,
  row: string | undefined,
  { mediaPaths, isFile }: Places,
): [kind: (typeof kinds)[number], name: string] {
  if (path.startsWith('/api/')) return ['call', row ?? 'unlisted'];
  const route = routeOf(path);
  if (route !== undefined) return ['page', route];
  if (path === '/healthz' || path === '/readyz') return ['health', path];
  if (isAsset(path, isFile)) return [path.startsWith('/img/') ? 'image' : 'asset', ''];
  if (isMediaPath(path, mediaPaths)) return ['media', ''];
  if (path.startsWith('/share/') || machineFiles.test(path)) return ['file', ''];
  return ['other', ''];
}

/**
 * Counts requests in `registry`. Calls `onHostTimeout` for a page that ran out of time while it waited for its host.
 */
export function countRequests(
  registry: Registry,
  { onHostTimeout, mediaPaths, isFile }: Places & { onHostTimeout: () => void },
): LogRequest {
  const registers = [registry];
  const durations = new Histogram({
    name: 'studio_http_request_duration_seconds',
    help: 'Time from the first pass of a request to the end of its response; kind is call, page, asset, image, media, file, health or other, name the contract row or the route',
    labelNames: ['kind', 'name'],
    buckets,
    registers,
  });
  const requests = new Counter({
    name: 'studio_http_requests_total',
    help: 'Requests by kind and status (499: the client closed the connection before the answer)',
    labelNames: ['kind', 'name', 'status'],
    registers,
  });
  const problems = new Counter({
    name: 'studio_http_problems_total',
    help: 'Answers that failed (5xx) or lack something, by cause (bug: an error of this product, whose stack is in the log); one answer may have several',
    labelNames: ['kind', 'cause'],
    registers,
  });
  // These series begin at 0: Prometheus takes no notice of an increase from nothing, so an alert would miss the first bug.
  for (const kind of kinds) problems.inc({ kind, cause: 'bug' }, 0);
  const cached = new Counter({
    name: 'studio_cache_answers_total',
    help: 'Shared answers, by cache (reads, pages) and by hit, stale or miss',
    labelNames: ['cache', 'state'],
    registers,
  });
  return ({ target, row, status, ms, why = [], cache }) => {
    const [kind, name] = subjectOf(target.split('?', 1)[0] ?? '', row, { mediaPaths, isFile });
    durations.observe({ kind, name }, ms / 1000);
    requests.inc({ kind, name, status: shownStatus(status) });
    if (cache) cached.inc({ cache: row ? 'reads' : 'pages', state: cache });
    for (const { cause } of why) {
      problems.inc({ kind, cause });
      if (cause === 'timeout') onHostTimeout();
    }
  };
}

/** Only statuses that HTTP knows, and 499, have series of their own: a host can make up any number. */
function shownStatus(status: number): string {
  return status === 499 || status in STATUS_CODES ? String(status) : `${Math.floor(status / 100)}xx`;
}
