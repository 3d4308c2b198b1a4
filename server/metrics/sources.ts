import type { BackupState } from '../last-backup.ts';

/** What is kept somewhere. */
interface KeptStats {
  entries: number;
  bytes: number;
  /** Age of the oldest, in milliseconds. */
  oldestMs?: number | undefined;
}

/** Where the numbers come from that are looked at when somebody asks. Each part tells its own; what is absent has no series. */
export interface Sources {
  dataDir: string;
  /** Which engine answers. */
  engine: string;
  caches: Record<string, () => KeptStats | Promise<KeptStats>>;
  uploads: () => { inProgress: number; bytes: number };
  renders?: (() => { running: number; waiting: number; refused: number }) | undefined;
  /** As GET /api/siteStatus tells it (bff/status). */
  host?: (() => HostStats) | undefined;
  cspReports?: (() => { received: number; refused: number; unkept: number }) | undefined;
  activity?: (() => { written: number; lost: number; waiting: number }) | undefined;
  intake?: (() => IntakeStats | Promise<IntakeStats>) | undefined;
  /** Of a database that several processes share. */
  database?: (() => SharedDatabaseStats) | undefined;
  backup?: (() => Promise<BackupState | null>) | undefined;
  /** Lines of the log that standard output did not take. */
  logLinesLost?: (() => number) | undefined;
  /** Of the embedded engine; `oldestAt` is when the one that waits the longest was queued. */
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
  /** Connections of the pool that a statement or a transaction has, and those at rest. */
  inUse: number;
  idle: number;
  /** Who waits for one of them. */
  waiting: number;
  /** Milliseconds since the signals of other processes could be read. */
  signalsAgeMs: number;
}
