import { statfs } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { routeOf } from '#shared/routes.ts';
import { isMediaPath } from '../bff/upstream/addresses.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../bff/upstream/upstream.ts';
import { AppError } from '../errors.ts';
import { machineFiles } from '../http/machine-files.ts';
import { type Cause, causeOf, isAsset, type LogRequest } from '../http/requests.ts';
import type { BackupState } from '../process/last-backup.ts';

/** The numbers that the gauges read. Where a part of the product is not in use, its gauges have no series. */
export interface Sources {
  dataDir: string;
  /** When the API host went down; undefined while it is up. */
  hostDownSince: () => Date | undefined;
  intake: () => Promise<{
    waiting: number;
    needsPerson: number;
    suspect: number;
    bytes: number;
    /** When the oldest waiting form was received, in milliseconds since 1970. */
    oldestAt: number | undefined;
    maxItems: number;
    maxBytes: number;
  }>;
  /** A database that several processes share. */
  database?: () => { signalsAgeMs: number };
  backup: () => Promise<BackupState | null>;
  logLinesLost?: () => number;
  /** Mails of the embedded engine. */
  mails?: () => Promise<{ waiting: number; givenUp: number; oldestAt: number | undefined }>;
}

/** A number, or numbers by the value of the label `state`. Undefined leaves the gauge without a series. */
type Value = number | Record<string, number> | undefined;

const gauges: [name: string, help: string, read: (sources: Sources) => Value | Promise<Value>][] = [
  [
    'upstream_down_seconds',
    'Seconds since the API host went down; 0 while it is up',
    ({ hostDownSince }) => secondsSince(hostDownSince()?.getTime()),
  ],
  [
    'intake_items',
    'Visitor forms that the host has not accepted, by state: waiting, needs_person, suspect',
    async ({ intake }) => {
      const { waiting, needsPerson, suspect } = await intake();
      return { waiting, needs_person: needsPerson, suspect };
    },
  ],
  [
    'intake_oldest_seconds',
    'Seconds for which the oldest form has waited; 0 without one',
    async ({ intake }) => secondsSince((await intake()).oldestAt),
  ],
  [
    'intake_full_ratio',
    '0 to 1: how full the intake is, by number or by bytes, whichever is higher',
    async ({ intake }) => {
      const { waiting, needsPerson, bytes, maxItems, maxBytes } = await intake();
      return Math.max((waiting + needsPerson) / maxItems, bytes / maxBytes);
    },
  ],
  [
    'mails',
    'Mails of the embedded engine, by state: waiting, given_up (of the last 30 days)',
    async ({ mails }) => {
      const now = await mails?.();
      return now && { waiting: now.waiting, given_up: now.givenUp };
    },
  ],
  [
    'mails_oldest_seconds',
    'Seconds for which the oldest mail has waited; 0 without one',
    async ({ mails }) => {
      const now = await mails?.();
      return now && secondsSince(now.oldestAt);
    },
  ],
  [
    'disk_free_bytes',
    'Bytes free for this process on the disk of DATA_DIR',
    async ({ dataDir }) => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  ],
  [
    'database_signals_age_seconds',
    'Seconds since this process last read the signals of the others; about 1 while PostgreSQL answers',
    ({ database }) => database && database().signalsAgeMs / 1000,
  ],
  [
    'backup_is_old',
    '1 if the newest good backup is more than two days old, the first one is overdue, or the last attempt failed',
    async ({ backup }) => {
      // The state is null if there is nothing to back up, or another system makes the backups.
      const state = await backup();
      return state ? Number(state.is_old) : undefined;
    },
  ],
  [
    'log_lines_lost',
    'Log lines that were lost since the start, because standard output did not accept them',
    ({ logLinesLost }) => logLinesLost?.() ?? 0,
  ],
];

/**
 * Registers the gauges, which are read with each scrape. One that cannot be read has no series; this is logged once,
 * and the others are still reported.
 */
export function registerGauges(registry: Registry, sources: Sources, log: Logger) {
  const reported = new Set<string>();
  for (const [name, help, read] of gauges)
    new Gauge({
      name: `studio_${name}`,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        this.reset();
        try {
          const value = await read(sources);
          if (typeof value === 'number') this.set(value);
          else for (const [state, count] of Object.entries(value ?? {})) this.set({ state }, count);
        } catch (err) {
          if (!reported.has(name)) log.warn({ metric: name, err }, 'a metric cannot be read');
          reported.add(name);
        }
      },
    });
}

/** Returns how many seconds ago a time was; at least 0, because the clock may have been set back. */
function secondsSince(time = Date.now()) {
  return Math.max(0, (Date.now() - time) / 1000);
}

/**
 * Upper limits of the histogram's buckets, in seconds. They suit a cached answer, a read of the engine, of a nearby
 * and of a distant host, and timeouts.
 */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Places {
  mediaPaths: readonly string[];
  /** The built files, by path. */
  files: ReadonlyMap<string, unknown>;
}

const kinds = ['call', 'page', 'asset', 'image', 'media', 'file', 'health', 'other'] as const;

/**
 * Returns the kind and the name of a request, which are used as labels. The name is a contract row, or a page's route
 * as written in shared/routes.ts, so the labels have only few values, for any paths that clients request.
 */
function subjectOf(path: string, row: string | undefined, { mediaPaths, files }: Places) {
  if (path.startsWith('/api/')) return ['call', row ?? 'unlisted'];
  const route = routeOf(path);
  if (route !== undefined) return ['page', route];
  if (path === '/healthz' || path === '/readyz') return ['health', path];
  if (isAsset(path, files)) return [path.startsWith('/img/') ? 'image' : 'asset', ''];
  if (isMediaPath(path, mediaPaths)) return ['media', ''];
  if (path.startsWith('/share/') || machineFiles.test(path)) return ['file', ''];
  return ['other', ''];
}

/**
 * Counts requests in `registry`. Calls `onHostTimeout` for a page that ran out of time while it waited for its host.
 */
export function countRequests(
  registry: Registry,
  { onHostTimeout, mediaPaths, files }: Places & { onHostTimeout: () => void },
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
    const [kind, name] = subjectOf(target.split('?', 1)[0] ?? '', row, { mediaPaths, files });
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
function shownStatus(status: number) {
  return status === 499 || status in STATUS_CODES ? String(status) : `${Math.floor(status / 100)}xx`;
}

/**
 * Upper limits of the histogram's buckets, in seconds. They suit the engine, a nearby host, a distant host, and
 * timeouts.
 */
const hostBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** Counts in `registry` how long the API host takes until an answer's headers arrive, and how it fails. */
export function countHost(registry: Registry, mediaPaths: readonly string[]) {
  const durations = new Histogram({
    name: 'studio_upstream_request_duration_seconds',
    help: 'Time until the API host has answered (a file: until its headers arrive), by contract row',
    labelNames: ['row'],
    buckets: hostBuckets,
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
  ) {
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

function nameOf({ row, path }: Pick<UpstreamRequest, 'row' | 'path'>, mediaPaths: readonly string[]) {
  return row?.name ?? (isMediaPath(path.split('?', 1)[0] ?? '', mediaPaths) ? 'media' : 'unlisted');
}
