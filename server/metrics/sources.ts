import type { BackupState } from '../last-backup.ts';

/** Size of a cache. */
interface KeptStats {
  entries: number;
  bytes: number;
  /** Age of the oldest entry, in milliseconds. */
  oldestMs?: number | undefined;
}

/** Sources of the numbers that are read on request. Each part supplies its own; an absent source has no series. */
export interface Sources {
  dataDir: string;
  /** The engine that answers calls. */
  engine: string;
  caches: Record<string, () => KeptStats | Promise<KeptStats>>;
  uploads: () => { inProgress: number; bytes: number };
  renders?: (() => { running: number; waiting: number; refused: number }) | undefined;
  /** As GET /api/siteStatus reports it (bff/status). */
  host?: (() => HostStats) | undefined;
  cspReports?: (() => { received: number; refused: number; unkept: number }) | undefined;
  activity?: (() => { written: number; lost: number; waiting: number }) | undefined;
  intake?: (() => IntakeStats | Promise<IntakeStats>) | undefined;
  /** Statistics of a database that several processes share. */
  database?: (() => SharedDatabaseStats) | undefined;
  backup?: (() => Promise<BackupState | null>) | undefined;
  /** Log lines that standard output did not accept. */
  logLinesLost?: (() => number) | undefined;
  /** Mails of the embedded engine. `oldestAt` is when the mail that waits the longest was queued. */
  mails?: (() => Promise<{ waiting: number; givenUp: number; oldestAt: Date | undefined }>) | undefined;
}

interface HostStats {
  state: 'closed' | 'open' | 'half-open';
  downSince: Date | undefined;
  opened: number;
  refused: number;
  rowsOpen: readonly string[];
  pausedSeconds: number;
}

interface IntakeStats {
  waiting: number;
  aside: number;
  needsPerson: number;
  suspect: number;
  bytes: number;
  /** Milliseconds since 1970. */
  oldestAt: number | undefined;
  maxItems: number;
  maxBytes: number;
}

interface SharedDatabaseStats {
  /** Connections of the pool in use by a statement or a transaction, and idle ones. */
  inUse: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
  /** Milliseconds since the signals of other processes could last be read. */
  signalsAgeMs: number;
}
