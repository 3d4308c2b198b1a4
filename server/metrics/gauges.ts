import { readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Sources } from './sources.ts';

export interface Gauges {
  /**
   * Reads the numbers from all sources. If a source fails, this is logged once, and its numbers are left out while
   * the others are still reported.
   */
  read(sources: Sources, log: Logger): Promise<void>;
}

/** One number of a metric, with its labels. `undefined` removes the series with these labels. */
interface Labelled {
  labels: Record<string, string>;
  value: number | undefined;
}

type Value = number | readonly Labelled[];

interface MetricRow {
  kind: 'gauge' | 'counter';
  help: string;
  labels: readonly string[];
}

/** A group of metrics whose numbers are read together. */
interface Part<Name extends string = string> {
  /** The metrics, by their names without the prefix. */
  metrics: Record<Name, MetricRow>;
  /** Reads the numbers. Returns undefined if the part that they describe is not in use. */
  read(sources: Sources): Values<Name> | undefined | Promise<Values<Name> | undefined>;
}

type Values<Name extends string> = Partial<Record<Name, Value>>;

const part = <Name extends string>(
  metrics: Record<Name, MetricRow>,
  read: Part<Name>['read'],
): Part<Name> => ({
  metrics,
  read,
});
const gauge = (help: string, ...labels: string[]): MetricRow => ({ kind: 'gauge', help, labels });
/** Describes a counter. The total is counted elsewhere in the product; the metrics only read it. */
const counter = (help: string, ...labels: string[]): MetricRow => ({ kind: 'counter', help, labels });

/** Turns numbers, keyed by the value of a label, into series with that label. */
function by(label: string, numbers: Record<string, number | undefined>): Labelled[] {
  return Object.entries(numbers).map(([each, value]) => ({ labels: { [label]: each }, value }));
}

const breakerStates = ['closed', 'open'] as const;

/** Databases in DATA_DIR. SQLite has a journal file for each, whose size is reported too. */
const databaseFiles = ['content.sqlite', 'bff.sqlite', 'intake.sqlite'];

/** Every metric that is read on request. The keys name the source in the log if reading fails. */
const parts: Record<string, Part> = {
  build: part(
    {
      build_info: gauge(
        'Always 1: version of the product and of Node, and which engine answers',
        'version',
        'node',
        'engine',
      ),
    },
    async ({ engine }) => ({
      build_info: [{ labels: { version: await version(), node: process.versions.node, engine }, value: 1 }],
    }),
  ),

  caches: part(
    {
      cache_entries: gauge(
        'Cached answers, by cache: reads, pages, images in the widths of pages, and on disk for after a restart',
        'cache',
      ),
      cache_bytes: gauge('Bytes of the cached answers', 'cache'),
      cache_oldest_seconds: gauge('Age of the oldest cached answer', 'cache'),
    },
    async ({ caches }) => {
      const all = await Promise.all(
        Object.entries(caches).map(async ([cache, stats]) => ({ labels: { cache }, stats: await stats() })),
      );
      return {
        cache_entries: all.map(({ labels, stats }) => ({ labels, value: stats.entries })),
        cache_bytes: all.map(({ labels, stats }) => ({ labels, value: stats.bytes })),
        cache_oldest_seconds: all.map(({ labels, stats: { oldestMs } }) => ({
          labels,
          value: oldestMs === undefined ? undefined : oldestMs / 1000,
        })),
      };
    },
  ),

  uploads: part(
    {
      uploads_in_progress: gauge('Forms with files that are being received'),
      upload_bytes_total: counter('Bytes of forms with files that were received completely'),
    },
    ({ uploads }) => {
      const { inProgress, bytes } = uploads();
      return { uploads_in_progress: inProgress, upload_bytes_total: bytes };
    },
  ),

  renders: part(
    {
      page_renders_running: gauge('Pages that hold a slot'),
      page_renders_waiting: gauge('Pages that wait for a slot'),
      page_renders_refused_total: counter('Pages that got no slot in time'),
    },
    ({ renders }) => {
      const { running, waiting, refused } = renders?.() ?? { running: 0, waiting: 0, refused: 0 };
      return {
        page_renders_running: running,
        page_renders_waiting: waiting,
        page_renders_refused_total: refused,
      };
    },
  ),

  host: part(
    {
      upstream_breaker_state: gauge('1 for the current state of the breaker: closed, open', 'state'),
      upstream_down_seconds: gauge('Seconds since the API host went down; 0 while it is up'),
      upstream_breaker_opened_total: counter('How often the breaker opened for the API host'),
      upstream_breaker_refused_total: counter('Calls that were not sent because the breaker was open'),
      upstream_paused_seconds: gauge(
        'Seconds for which visitors’ calls pause after a 429 of the API host; 0 without a pause',
      ),
    },
    ({ host }) => {
      const now = host?.();
      if (!now) return undefined;
      return {
        upstream_breaker_state: breakerStates.map((state) => ({
          labels: { state },
          value: state === now.state ? 1 : 0,
        })),
        upstream_down_seconds: now.downSince ? secondsSince(now.downSince.getTime()) : 0,
        upstream_breaker_opened_total: now.opened,
        upstream_breaker_refused_total: now.refused,
        upstream_paused_seconds: now.pausedSeconds,
      };
    },
  ),

  cspReports: part(
    {
      csp_reports_total: counter(
        'Reports of browsers about the content security policy, by result: kept, unkept (too many kinds), refused (too many, or not a report)',
        'result',
      ),
    },
    ({ cspReports }) => {
      const now = cspReports?.();
      if (!now) return undefined;
      const { received, unkept, refused } = now;
      return { csp_reports_total: by('result', { kept: received - unkept, unkept, refused }) };
    },
  ),

  activity: part(
    {
      activity_lines_total: counter(
        'Lines of the activity log, by result: written, lost (its database rejected them, or too many arrived at once)',
        'result',
      ),
      activity_lines_waiting: gauge('Lines of the activity log that are not in its database yet'),
    },
    ({ activity }) => {
      const now = activity?.();
      if (!now) return undefined;
      return {
        activity_lines_total: by('result', { written: now.written, lost: now.lost }),
        activity_lines_waiting: now.waiting,
      };
    },
  ),

  log: part(
    {
      log_lines_lost_total: counter('Log lines that were lost because standard output did not accept them'),
    },
    ({ logLinesLost }) => ({ log_lines_lost_total: logLinesLost?.() ?? 0 }),
  ),

  intake: part(
    {
      intake_items: gauge(
        'Visitor forms that the host has not accepted, by state: waiting, aside, needs_person, suspect',
        'state',
      ),
      intake_oldest_seconds: gauge('Seconds for which the oldest form has waited; 0 without one'),
      intake_bytes: gauge('Bytes of the waiting forms'),
      intake_limit_bytes: gauge('Bytes of waiting forms that are allowed'),
      intake_full_ratio: gauge('0 to 1: how full the intake is, by number or by bytes, whichever is higher'),
    },
    async ({ intake }) => {
      const now = await intake?.();
      if (!now) return undefined;
      const { waiting, aside, needsPerson, suspect } = now;
      const items = waiting + aside + needsPerson;
      return {
        intake_items: by('state', { waiting, aside, needs_person: needsPerson, suspect }),
        intake_oldest_seconds: now.oldestAt === undefined ? 0 : secondsSince(now.oldestAt),
        intake_bytes: now.bytes,
        intake_limit_bytes: now.maxBytes,
        intake_full_ratio: Math.max(items / now.maxItems, now.bytes / now.maxBytes),
      };
    },
  ),

  mails: part(
    {
      mails: gauge(
        'Mails of the embedded engine, by state: waiting, given_up (of the last 30 days)',
        'state',
      ),
      mails_oldest_seconds: gauge('Seconds for which the oldest mail has waited; 0 without one'),
    },
    async (sources) => {
      const now = await sources.mails?.();
      if (!now) return undefined;
      return {
        mails: by('state', { waiting: now.waiting, given_up: now.givenUp }),
        mails_oldest_seconds: now.oldestAt ? secondsSince(now.oldestAt.getTime()) : 0,
      };
    },
  ),

  disk: part(
    {
      disk_free_bytes: gauge('Bytes free for this process on the disk of DATA_DIR'),
      disk_size_bytes: gauge('Bytes of that disk'),
    },
    async ({ dataDir }) => {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { disk_free_bytes: bavail * bsize, disk_size_bytes: blocks * bsize };
    },
  ),

  databases: part(
    { database_bytes: gauge('Bytes of a database with its journal, by file', 'file') },
    async ({ dataDir }) => {
      const sizes: Labelled[] = [];
      for (const file of databaseFiles) {
        const [bytes, journal = 0] = await Promise.all(
          [file, `${file}-wal`].map((name) => sizeOf(join(dataDir, name))),
        );
        if (bytes !== undefined) sizes.push({ labels: { file }, value: bytes + journal });
      }
      return { database_bytes: sizes };
    },
  ),

  sharedDatabase: part(
    {
      database_connections: gauge(
        'Connections of this process to PostgreSQL, by state: in_use, idle',
        'state',
      ),
      database_waiting: gauge('Statements that wait for one of these connections'),
      database_signals_age_seconds: gauge(
        'Seconds since this process last read the signals of the others; about 1 while the database answers',
      ),
    },
    ({ database }) => {
      const now = database?.();
      if (!now) return undefined;
      return {
        database_connections: by('state', { in_use: now.inUse, idle: now.idle }),
        database_waiting: now.waiting,
        database_signals_age_seconds: now.signalsAgeMs / 1000,
      };
    },
  ),

  backup: part(
    {
      backup_last_timestamp_seconds: gauge(
        'Time of the newest good backup, in seconds since 1970; 0 without one',
      ),
      backup_is_old: gauge(
        '1 if the newest good backup is more than two days old, the first one is overdue, or the last attempt failed',
      ),
    },
    async ({ backup }) => {
      // The state is null if there is nothing to back up, or another system makes the backups.
      const state = await backup?.();
      if (!state) return undefined;
      return {
        backup_last_timestamp_seconds: state.last_at ? Date.parse(state.last_at) / 1000 : 0,
        backup_is_old: state.is_old ? 1 : 0,
      };
    },
  ),
};

/** Creates the gauges and registers the metrics of all parts in `registry`. */
export function createGauges(registry: Registry): Gauges {
  const readers = Object.entries(parts).map(([source, { metrics, read }]) => {
    const setters = new Map(
      Object.entries(metrics).map(([name, row]) => [name, setterOf(registry, name, row)]),
    );
    return {
      source,
      async read(sources: Sources) {
        for (const [name, value] of Object.entries((await read(sources)) ?? {}))
          if (value !== undefined) setters.get(name)?.(value);
      },
    };
  });
  const failed = setterOf(
    registry,
    'metrics_source_failed',
    gauge('1 for a part whose metrics could not be read', 'source'),
  );
  const reported = new Set<string>();
  return {
    async read(sources, log) {
      const reading = readers.map(async ({ source, read }) => {
        try {
          await read(sources);
          failed(by('source', { [source]: 0 }));
        } catch (error) {
          failed(by('source', { [source]: 1 }));
          if (!reported.has(source)) log.warn({ source, err: error }, 'metrics of one part cannot be read');
          reported.add(source);
        }
      });
      await Promise.all(reading);
    },
  };
}

/** Creates a metric in the registry, and returns the function that sets its numbers. */
function setterOf(
  registry: Registry,
  name: string,
  { kind, help, labels }: MetricRow,
): (value: Value) => void {
  const options = { name: `studio_${name}`, help, labelNames: [...labels], registers: [registry] };
  const labelled = (value: Value): readonly Labelled[] =>
    typeof value === 'number' ? [{ labels: {}, value }] : value;
  if (kind === 'counter') {
    const total = new Counter(options);
    return (value) => {
      total.reset();
      for (const each of labelled(value)) total.inc(each.labels, each.value);
    };
  }
  const metric = new Gauge(options);
  return (value) => {
    for (const each of labelled(value)) {
      if (each.value === undefined) metric.remove(each.labels);
      else metric.set(each.labels, each.value);
    }
  };
}

/** Returns how many seconds ago a time was; at least 0, because the clock may have been set back. */
function secondsSince(time: number): number {
  return Math.max(0, (Date.now() - time) / 1000);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/**
 * Reads the version from package.json. The file is two folders above this one, both in the sources and in the built
 * server.
 */
async function version(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  return String((JSON.parse(text) as { version?: unknown }).version);
}
