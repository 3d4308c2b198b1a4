import { readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Sources } from './sources.ts';

/** Databases of DATA_DIR, with what SQLite keeps beside each. */
const databases = ['content.sqlite', 'bff.sqlite', 'intake.sqlite'];
const breakerStates = ['closed', 'open', 'half-open'] as const;

export interface Gauges {
  /** Reads all sources. One that fails is logged once, and leaves its numbers out: the others are needed all the more. */
  read(sources: Sources, log: Logger): Promise<void>;
}

/** Puts the numbers of the parts into `registry`. */
export async function createGauges(registry: Registry): Promise<Gauges> {
  const registers = [registry];
  const gauge = <const Names extends readonly string[] = readonly []>(
    name: string,
    help: string,
    names?: Names,
  ) => new Gauge({ name: `studio_${name}`, help, labelNames: names ?? [], registers });
  const counter = (name: string, help: string) => new Counter({ name: `studio_${name}`, help, registers });

  const build = gauge(
    'build_info',
    'Always 1: version of the product and of Node, and which engine answers',
    ['version', 'node', 'engine'] as const,
  );
  const entries = gauge(
    'cache_entries',
    'Answers that are kept: reads, pages, images in the widths of pages, and on disk for after a restart, by cache',
    ['cache'] as const,
  );
  const bytes = gauge('cache_bytes', 'Their bytes', ['cache'] as const);
  const oldest = gauge('cache_oldest_seconds', 'Age of the oldest of them', ['cache'] as const);
  const uploading = gauge('uploads_in_progress', 'Forms with files that are being taken in');
  const uploaded = counter('upload_bytes_total', 'Bytes of forms with files that were taken in whole');
  const rendering = gauge('page_renders_running', 'Pages that hold a slot');
  const renderWaiting = gauge('page_renders_waiting', 'Pages that wait for a slot');
  const renderRefused = counter('page_renders_refused_total', 'Pages that found no slot in time');
  const breaker = gauge('upstream_breaker_state', '1 for the state of the breaker: closed, open, half-open', [
    'state',
  ] as const);
  const down = gauge('upstream_down_seconds', 'Seconds since the API host is down; 0 while it is up');
  const opened = counter('upstream_breaker_opened_total', 'How often the API host was taken as down');
  const notAsked = counter(
    'upstream_breaker_refused_total',
    'Calls that were not sent, since the API host or their row was taken as down',
  );
  const rowsOpen = gauge('upstream_rows_open', 'Contract rows that the API host is not asked for now');
  const paused = gauge(
    'upstream_paused_seconds',
    'For how long visitors leave the API host alone, since it has answered 429; 0 while they do not',
  );
  const reports = new Counter({
    name: 'studio_csp_reports_total',
    help: 'What browsers say that the policy refused, by result: kept, unkept (a kind too many), refused (too many, or no report)',
    labelNames: ['result'],
    registers,
  });
  const lines = new Counter({
    name: 'studio_activity_lines_total',
    help: 'Lines of the activity log, by result: written, lost (its database took none, or too many came at once)',
    labelNames: ['result'],
    registers,
  });
  const linesWaiting = gauge(
    'activity_lines_waiting',
    'Lines of the activity log that are not in its database yet',
  );
  const logLinesLost = counter(
    'log_lines_lost_total',
    'Lines of the log that were dropped, since standard output did not take them',
  );
  const forms = gauge(
    'intake_items',
    'Forms of visitors that the host has not taken, by state: waiting, aside, needs_person, suspect',
    ['state'] as const,
  );
  const formAge = gauge('intake_oldest_seconds', 'How long the oldest form has waited; 0 without one');
  const formBytes = gauge('intake_bytes', 'Bytes of the forms that are kept');
  const formRoom = gauge('intake_limit_bytes', 'Bytes that there is room for');
  const formShare = gauge(
    'intake_full_ratio',
    '0 to 1: how full the intake is, by number or by bytes, whichever is more',
  );
  const mails = gauge(
    'mails',
    'Mails of the embedded engine, by state: waiting, given_up (of the last 30 days)',
    ['state'] as const,
  );
  const mailAge = gauge('mails_oldest_seconds', 'How long the oldest waiting mail has waited; 0 without one');
  const diskFree = gauge('disk_free_bytes', 'Bytes free for this process on the disk of DATA_DIR');
  const diskSize = gauge('disk_size_bytes', 'Bytes of that disk');
  const database = gauge('database_bytes', 'Bytes of a database with its journal, by file', [
    'file',
  ] as const);
  const connections = gauge(
    'database_connections',
    'Connections of this process to PostgreSQL, by state: in_use, idle',
    ['state'] as const,
  );
  const connectionWaiting = gauge('database_waiting', 'What waits for one of these connections');
  const signalsAge = gauge(
    'database_signals_age_seconds',
    'Seconds since this process could last look for what others tell it; about 1 while the database is there',
  );
  const backup = gauge(
    'backup_last_timestamp_seconds',
    'When the newest good backup was made, in seconds since 1970; 0 while there is none',
  );
  const backupOld = gauge(
    'backup_is_old',
    '1 when the newest good backup is more than two days old, or was due by now',
  );
  const failed = gauge('metrics_source_failed', '1 for a part whose numbers could not be read', [
    'source',
  ] as const);

  const told = new Set<string>();
  const readers: Record<string, (sources: Sources) => void | Promise<void>> = {
    build: async ({ engine }) =>
      build.set({ version: await version(), node: process.versions.node, engine }, 1),
    async caches({ caches }) {
      for (const [cache, stats] of Object.entries(caches)) {
        const kept = await stats();
        entries.set({ cache }, kept.entries);
        bytes.set({ cache }, kept.bytes);
        if (kept.oldestMs !== undefined) oldest.set({ cache }, kept.oldestMs / 1000);
        else oldest.remove({ cache });
      }
    },
    uploads({ uploads }) {
      const now = uploads();
      uploading.set(now.inProgress);
      setTotal(uploaded, now.bytes);
    },
    renders({ renders }) {
      const now = renders?.();
      rendering.set(now?.running ?? 0);
      renderWaiting.set(now?.waiting ?? 0);
      setTotal(renderRefused, now?.refused ?? 0);
    },
    host({ host }) {
      if (!host) return;
      const now = host();
      for (const state of breakerStates) breaker.set({ state }, state === now.state ? 1 : 0);
      down.set(now.downSince ? secondsSince(now.downSince.getTime()) : 0);
      setTotal(opened, now.opened);
      setTotal(notAsked, now.refused);
      rowsOpen.set(now.rowsOpen.length);
      paused.set(now.pausedSeconds);
    },
    cspReports({ cspReports }) {
      const now = cspReports?.();
      if (!now) return;
      reports.reset();
      reports.inc({ result: 'kept' }, now.received - now.unkept);
      reports.inc({ result: 'unkept' }, now.unkept);
      reports.inc({ result: 'refused' }, now.refused);
    },
    activity({ activity }) {
      const now = activity?.();
      if (!now) return;
      lines.reset();
      lines.inc({ result: 'written' }, now.written);
      lines.inc({ result: 'lost' }, now.lost);
      linesWaiting.set(now.waiting);
    },
    log: ({ logLinesLost: read }) => setTotal(logLinesLost, read?.() ?? 0),
    async intake({ intake }) {
      if (!intake) return;
      const now = await intake();
      forms.set({ state: 'waiting' }, now.waiting);
      forms.set({ state: 'aside' }, now.aside);
      forms.set({ state: 'needs_person' }, now.needsPerson);
      forms.set({ state: 'suspect' }, now.suspect);
      formAge.set(now.oldestAt === undefined ? 0 : secondsSince(now.oldestAt));
      formBytes.set(now.bytes);
      formRoom.set(now.maxBytes);
      const items = now.waiting + now.aside + now.needsPerson;
      formShare.set(Math.max(items / now.maxItems, now.bytes / now.maxBytes));
    },
    async mails(sources) {
      if (!sources.mails) return;
      const now = await sources.mails();
      mails.set({ state: 'waiting' }, now.waiting);
      mails.set({ state: 'given_up' }, now.givenUp);
      mailAge.set(now.oldestAt ? secondsSince(now.oldestAt.getTime()) : 0);
    },
    async disk({ dataDir }) {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      diskFree.set(bavail * bsize);
      diskSize.set(blocks * bsize);
    },
    sharedDatabase(sources) {
      const now = sources.database?.();
      if (!now) return;
      connections.set({ state: 'in_use' }, now.inUse);
      connections.set({ state: 'idle' }, now.idle);
      connectionWaiting.set(now.waiting);
      signalsAge.set(now.signalsAgeMs / 1000);
    },
    async databases({ dataDir }) {
      for (const file of databases) {
        const sizes = await Promise.all(['', '-wal'].map((ending) => sizeOf(join(dataDir, file + ending))));
        if (sizes[0] !== undefined) database.set({ file }, sizes[0] + (sizes[1] ?? 0));
      }
    },
    async backup({ backup: read }) {
      // Where nothing is worth keeping, or others copy it, there is nothing to tell.
      const state = await read?.();
      if (!state) return;
      backup.set(state.last_at ? Date.parse(state.last_at) / 1000 : 0);
      backupOld.set(state.is_old ? 1 : 0);
    },
  };

  return {
    async read(sources, log) {
      const reading = Object.entries(readers).map(async ([source, read]) => {
        try {
          await read(sources);
          failed.set({ source }, 0);
        } catch (error) {
          failed.set({ source }, 1);
          if (!told.has(source)) log.warn({ source, err: error }, 'metrics of one part cannot be read');
          told.add(source);
        }
      });
      await Promise.all(reading);
    },
  };
}

/** Parts count for themselves: the metric says what they say. */
function setTotal(counter: Counter, total: number): void {
  counter.reset();
  counter.inc(total);
}

/** A clock that was set back makes no negative age. */
function secondsSince(time: number): number {
  return Math.max(0, (Date.now() - time) / 1000);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Of package.json, which stands beside the sources and the built server alike. */
async function version(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  return String((JSON.parse(text) as { version?: unknown }).version);
}
