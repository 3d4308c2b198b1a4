import type { Generated, Kysely } from 'kysely';
import type { TasksTable } from './tasks-table.ts';

// The tables of the BFF. On SQLite they are in separate files (bff.sqlite, intake.sqlite), on PostgreSQL in the same
// schema as the content. Times are milliseconds since 1970.

/** Sessions that were revoked before they expired (bff/session). */
interface RevokedSessionsTable {
  id: string;
  until: number;
}

/** Accounts whose device cookies from before `until` are void (bff/session). */
interface VoidDevicesTable {
  account: string;
  until: number;
  forget_at: number;
}

/**
 * Counts for limits, by a hash of the account or IP address. Used only on PostgreSQL: on SQLite a single process
 * counts in memory.
 */
interface CountsTable {
  /** The kind of limit: `login-address`, `form-message` … */
  kind: string;
  /** A hash, so that no IP address or email address is stored. */
  key: string;
  /** The times at which this key was counted: a JSON array of milliseconds since 1970. */
  value: string;
  forget_at: number;
}

/** The waiting forms of release 0.1 (bff/intake/store.ts). */
interface IntakeItemsTable {
  id: Generated<number>;
  key: string;
  reference: string;
  call: string;
  received_at: number;
  state: 'arriving' | 'waiting' | 'aside' | 'needs_person' | 'suspect' | 'delivered';
  attempts: Generated<number>;
  failures: Generated<number>;
  next_at: Generated<number>;
  is_sending: Generated<number>;
  may_be_twice: Generated<number>;
  is_noticed: Generated<number>;
  bytes: Generated<number>;
  claimed_by: Generated<string>;
  /** Until when others must not claim the form, by the clock of the database. */
  claimed_until: Generated<number>;
  head: Uint8Array;
  problem: Uint8Array | null;
}

/** The files of forms, each sealed in pieces. */
interface IntakePiecesTable {
  item_id: number;
  number: number;
  sealed: Uint8Array;
}

/** Signals between the processes of one site (signals.ts; only on PostgreSQL). */
interface SignalsTable {
  id: Generated<number>;
  /** The id of the sending process. */
  sender: string;
  kind: string;
  value: string;
  at: number;
}

/** The result of the last backup: one row (only on PostgreSQL). */
interface LastBackupTable {
  id: number;
  /** The result as JSON, as the file in a data folder contains it on SQLite. */
  record: string;
}

/** The activity log of the admin area (bff/activity). */
interface ActivityTable {
  /** A unique value without a meaning. */
  key: string;
  at: number;
  person_id: number | null;
  /** Name of the contract row. */
  action: string;
  resource: string | null;
  /** Null for a host's text id, which is in `resource_text`. */
  resource_id: number | null;
  resource_text: string | null;
  /** Names of fields, separated by commas. */
  fields: Generated<string>;
  /** The IP address; emptied after 30 days. */
  address: string | null;
  request: string | null;
  outcome: 'done' | 'refused' | 'unknown';
}

/**
 * The people in the activity log, each with the name that the API host sent last. All columns except `id` are emptied
 * when a person is erased.
 */
interface ActivityPeopleTable {
  id: Generated<number>;
  /** Identifies the person: the host's id, or else the email address. */
  key: string | null;
  host_id: string | null;
  name: string | null;
  email: string | null;
}

/**
 * When expired data was last removed from the activity log (bff/activity), and when a jump of the clock was found.
 */
interface ActivityMomentsTable {
  name: string;
  at: number;
}

/** Redirects (bff/redirects). */
interface RedirectsTable {
  id: Generated<number>;
  /** Normalised by bff/redirects/addresses.ts; unique among redirects that are not deleted. */
  from_path: string;
  to_path: string;
  /** The origin of the redirect: `hand`, `file`, `command`, or the name of an import. */
  source: string;
  hits: Generated<number>;
  last_hit_at: number | null;
  created_at: number;
  updated_at: number;
  /** Read by an earlier release. */
  revision: number;
  /** Set by an earlier release when it deleted the redirect. */
  deleted_at: number | null;
}

/** Snapshots: records deleted at an API host without a trash of its own (hosts/snapshots), sealed. */
interface SnapshotsTable {
  key: string;
  resource: string;
  thing_id: string;
  /** A hash that identifies the person who deleted the record. */
  who: string;
  kept_at: number;
  bytes: number;
  head: Uint8Array;
  files: Uint8Array;
}

/** Revisions: the state of a host's record before a save, sealed. */
export interface RevisionsTable {
  key: string;
  resource: string;
  thing_id: string;
  /** 1, 2, 3 … for each record. */
  number: number;
  /** A hash that identifies the person whose save replaced this state. */
  who: string;
  /** 1 when the host has accepted the save that replaced this state. */
  is_accepted: number;
  kept_at: number;
  bytes: number;
  head: Uint8Array;
  thing: Uint8Array;
  files: Uint8Array;
}

/** The versions of the company that owners saved; the one with the highest number is in use (bff/saved-site). */
interface SavedSitesTable {
  /** 1, 2, 3 … A save adds the next number, so that of two saves at the same time one fails. */
  number: number;
  saved_at: number;
  /** Name or email of the owner; null if a command saved the version. */
  who: string | null;
  /** The content of site.json. */
  site: string;
}

/** The files that saved sites name: logos, icons, pictures. A name contains a hash of the bytes. */
interface SiteFilesTable {
  name: string;
  added_at: number;
  bytes: Uint8Array;
}

export interface SiteTables {
  saved_sites: SavedSitesTable;
  site_files: SiteFilesTable;
  keepsakes: SnapshotsTable;
  overwritten: RevisionsTable;
  activity: ActivityTable;
  activity_people: ActivityPeopleTable;
  activity_moments: ActivityMomentsTable;
  revoked_sessions: RevokedSessionsTable;
  void_devices: VoidDevicesTable;
  counts: CountsTable;
  intake_items: IntakeItemsTable;
  intake_pieces: IntakePiecesTable;
  intake_tasks: TasksTable;
  signals: SignalsTable;
  last_backup: LastBackupTable;
  redirects: RedirectsTable;
}

export type SiteDb = Kysely<SiteTables>;
