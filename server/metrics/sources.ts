import type { BackupState } from '../last-backup.ts';

/** Number of entries and size of a cache. */
interface KeptStats {
  entries: number;
  bytes: number;
  /** Age of the oldest entry, in milliseconds. */
  oldestMs?: number;
}

/**
 * The functions from which metrics are read on request. Each part of the product supplies its own function. If a
 * function is missing, its metrics have no series.
 */
export interface Sources {
  dataDir: string;
  /** The part that answers calls: the embedded engine, or an API host. */
  engine: string;
  caches: Record<string, () => KeptStats | Promise<KeptStats>>;
  uploads: () => { inProgress: number; bytes: number };
  renders?: () => { running: number; waiting: number; refused: number };
  /** State of the API host, the same as in the answer to GET /api/siteStatus (bff/status). */
  host?: () => HostStats;
  cspReports?: () => { received: number; refused: number; unkept: number };
  activity?: () => { written: number; lost: number; waiting: number };
  intake?: () => IntakeStats | Promise<IntakeStats>;
  /** Statistics of a database that several processes share. */
  database?: () => SharedDatabaseStats;
  backup?: () => Promise<BackupState | null>;
  /** Number of log lines that were lost because standard output did not accept them. */
  logLinesLost?: () => number;
  /** Mails of the embedded engine. `oldestAt` is when the longest waiting mail was queued. */
  mails?: () => Promise<{ waiting: number; givenUp: number; oldestAt: Date | undefined }>;
}

interface HostStats {
  state: 'closed' | 'open';
  downSince: Date | undefined;
  opened: number;
  refused: number;
  pausedSeconds: number;
}

interface IntakeStats {
  waiting: number;
  aside: number;
  needsPerson: number;
  suspect: number;
  bytes: number;
  /** When the oldest waiting item was received, in milliseconds since 1970. */
  oldestAt: number | undefined;
  maxItems: number;
  maxBytes: number;
}

interface SharedDatabaseStats {
  /** Number of connections in the pool: in use by a statement or a transaction (`inUse`), and idle. */
  inUse: number;
  idle: number;
  /** Number of callers that wait for a connection. */
  waiting: number;
  /** How long ago the signals of other processes could last be read, in milliseconds. */
  signalsAgeMs: number;
}
