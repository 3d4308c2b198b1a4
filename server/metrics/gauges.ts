import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
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
export function registerGauges(registry: Registry, sources: Sources, log: Logger): void {
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
function secondsSince(time = Date.now()): number {
  return Math.max(0, (Date.now() - time) / 1000);
}
