import type { Dialect } from './dialect.ts';
import type { Signals } from './signals.ts';
import type { SiteDb } from './site-types.ts';
import type { Turns } from './turns.ts';
import type { Db } from './types.ts';

/** Called once, when a database does not answer at a start; a start fails when it rejects. */
export type OnAway = () => Promise<void>;

/** Where the state of a site is: files in DATA_DIR, which one process uses, or one PostgreSQL database for any number of processes. */
export interface Databases {
  readonly dialect: Dialect;
  /** The engine's content, with the present schema. Rejects with StartError. */
  openContent(): Promise<Db>;
  /** Ended sessions, devices, counts. */
  openSessions(): Promise<SiteDb>;
  /** Forms that wait. */
  openIntake(): Promise<SiteDb>;
  readonly signals: Signals;
  readonly turns: Turns;
  /** Rejects when the database does not answer. */
  probe(): Promise<void>;
  /** For metrics; only of a database that is shared. */
  stats?(): { inUse: number; idle: number; waiting: number; signalsAgeMs: number };
  /** What is written down of the last backup; only in a database that is shared. */
  lastBackup?(): Promise<string | undefined>;
  /** Closes everything that was opened. */
  close(): Promise<void>;
}
