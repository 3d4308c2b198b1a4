import type { Generated, Kysely } from 'kysely';

// What the BFF keeps. On SQLite these tables are in files of their own (bff.sqlite, intake.sqlite), on PostgreSQL beside those of content.
// Times are milliseconds since 1970.

/** Sessions that were ended before their time (bff/session). */
interface RevokedSessionsTable {
  id: string;
  until: number;
}

/** Accounts whose device cookies of before are void (bff/session). */
interface VoidDevicesTable {
  account: string;
  until: number;
  forget_at: number;
}

/** How often something was tried or sent, by a hash of who did (only on PostgreSQL: one process counts in memory). */
interface CountsTable {
  /** What is counted: `login-address`, `form-message` … */
  kind: string;
  /** A hash: nobody's address stands here. */
  key: string;
  /** JSON: what the kind counts. */
  value: string;
  forget_at: number;
}

/** Forms that wait for the API host (bff/intake/store.ts). */
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
  /** Which process is at work on it (bff/intake/claims.ts), and until when others leave it alone, by the clock of the database. */
  claimed_by: Generated<string>;
  claimed_until: Generated<number>;
  head: Uint8Array;
  problem: Uint8Array | null;
}

/** Their files, sealed piece by piece. */
interface IntakePiecesTable {
  item_id: number;
  number: number;
  sealed: Uint8Array;
}

/** What processes of one site tell each other (signals.ts; only on PostgreSQL). */
interface SignalsTable {
  id: Generated<number>;
  /** Which process. */
  sender: string;
  kind: string;
  value: string;
  at: number;
}

/** What came of the last backup: one row (site/last-backup-table.ts; only on PostgreSQL). */
interface LastBackupTable {
  id: number;
  /** JSON, as in the file of a data folder. */
  record: string;
}

/** What was done in the admin area (bff/activity). */
interface ActivityTable {
  /** Of no meaning. */
  key: string;
  at: number;
  person_id: number | null;
  /** Name of the contract row. */
  action: string;
  resource: string | null;
  /** A host may have ids that are no numbers: those stand in `resource_text`, and this is null. */
  resource_id: number | null;
  resource_text: string | null;
  /** Names, with commas between them. */
  fields: Generated<string>;
  /** Emptied after 30 days. */
  address: string | null;
  request: string | null;
  outcome: 'done' | 'refused' | 'unknown';
}

/** Who did it, as the API host has called them last; all of it is emptied when they are erased. */
interface ActivityPeopleTable {
  id: Generated<number>;
  /** What tells one from another: the host's id, or else the email. */
  key: string | null;
  host_id: string | null;
  name: string | null;
  email: string | null;
}

/** When the log was last aged (bff/activity/ageing.ts), and since when the clock is in doubt. */
interface ActivityMomentsTable {
  name: string;
  at: number;
}

/** Where old addresses lead (bff/redirects). */
interface RedirectsTable {
  id: Generated<number>;
  /** In the one spelling of bff/redirects/addresses.ts; of those that are not deleted none is there twice. */
  from_path: string;
  to_path: string;
  /** Who has put it there: `hand`, `file`, `command`, or the name of an import. */
  source: string;
  hits: Generated<number>;
  last_hit_at: number | null;
  created_at: number;
  updated_at: number;
  /** Grows with every change but hits, over all rows: who has seen the highest has seen them all. */
  revision: number;
  /** For as long as somebody may want it back. */
  deleted_at: number | null;
}

/** Things that were deleted at an API host of other habits (hosts/keep), sealed. */
interface KeepsakesTable {
  key: string;
  resource: string;
  thing_id: string;
  /** A hash of who deleted it. */
  who: string;
  kept_at: number;
  bytes: number;
  head: Uint8Array;
  files: Uint8Array;
}

/** What was overwritten at such a host: its state before a save, sealed. */
interface OverwrittenTable {
  key: string;
  resource: string;
  thing_id: string;
  /** 1, 2, 3 … of this thing. */
  number: number;
  /** A hash of who saved over it. */
  who: string;
  /** 1 when the host has taken that save. */
  is_accepted: number;
  kept_at: number;
  bytes: number;
  head: Uint8Array;
  thing: Uint8Array;
  files: Uint8Array;
}

/** What ENGINE_FILLS=auto has decided: one row. */
interface EngineFillsTable {
  id: number;
  groups: string;
  decided_at: string;
}

export interface SiteTables {
  engine_fills: EngineFillsTable;
  keepsakes: KeepsakesTable;
  overwritten: OverwrittenTable;
  activity: ActivityTable;
  activity_people: ActivityPeopleTable;
  activity_moments: ActivityMomentsTable;
  revoked_sessions: RevokedSessionsTable;
  void_devices: VoidDevicesTable;
  counts: CountsTable;
  intake_items: IntakeItemsTable;
  intake_pieces: IntakePiecesTable;
  signals: SignalsTable;
  last_backup: LastBackupTable;
  redirects: RedirectsTable;
}

export type SiteDb = Kysely<SiteTables>;
