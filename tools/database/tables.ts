import type { SiteTables } from '../../server/database/site-types.ts';
import type { Tables } from '../../server/database/types.ts';

/** Database files of a site on SQLite. */
export type SiteFile = 'content.sqlite' | 'bff.sqlite' | 'intake.sqlite';

/** How a table is treated when a site moves. */
type Fate =
  | { file: SiteFile; is: 'copied' }
  /** Not copied: triggers or `recounts` (postgres-side.ts) compute these rows from other tables. */
  | { file: SiteFile; is: 'counted' }
  /** Not copied: the rows only matter while processes run. */
  | { is: 'left' };

const content = { file: 'content.sqlite', is: 'copied' } as const;
const counted = { file: 'content.sqlite', is: 'counted' } as const;
const sessions = { file: 'bff.sqlite', is: 'copied' } as const;
const intake = { file: 'intake.sqlite', is: 'copied' } as const;
const left = { is: 'left' } as const;

/**
 * Every table, in the order in which rows can be inserted: a table comes before the tables that refer to it. The
 * compiler reports a table that is missing here, and a test compares the list with both databases.
 */
export const tableFates: Record<keyof Tables | keyof SiteTables, Fate> = {
  admins: content,
  tokens: content,
  account_links: content,
  passkeys: content,
  totp_keys: content,
  recovery_codes: content,
  used_proofs: content,
  categories: content,
  former_category_titles: content,
  tech_images: content,
  projects: content,
  project_images: content,
  blogs: content,
  jobs: content,
  team_members: content,
  messages: content,
  // Must come after all tables that use pictures. Inserting their rows runs triggers that change the counts of uses
  // in this table; the copied rows of this table, which contain the correct counts, must therefore be inserted last.
  pictures: content,
  picture_counts: counted,
  message_counts: counted,
  search_texts: counted,
  saved_answers: content,
  message_assignments: content,
  hidden_stages: content,
  applicants: content,
  applicant_counts: counted,
  applicant_submissions: content,
  applicant_notes: content,
  applicant_events: content,
  kept_mails: content,
  mail_templates: content,
  outbox: content,
  last_edits: content,
  deletions: content,
  sample_rows: content,
  sample_states: content,
  doomed_files: content,
  versions: content,
  version_texts: content,
  version_text_uses: content,
  idempotent_answers: content,
  secrets: content,
  housekeeping: content,
  previews: content,
  schedules: content,
  revoked_sessions: sessions,
  void_devices: sessions,
  activity_people: sessions,
  activity: sessions,
  activity_moments: sessions,
  redirects: sessions,
  keepsakes: sessions,
  overwritten: sessions,
  engine_fills: sessions,
  saved_sites: sessions,
  site_files: sessions,
  intake_items: intake,
  intake_pieces: intake,
  counts: left,
  signals: left,
  last_backup: left,
};

/** Matches the tables that belong to the migrations and to SQLite's search index. */
export const bookkeeping =
  /^(kysely|site)_migration(_lock)?$|^sqlite_|^(applicants|jobs|search_texts)_search(_\w+)?$/;

/** A table that is copied row by row. */
export interface CopiedTable {
  name: string;
  file: SiteFile;
}

export const copiedTables: readonly CopiedTable[] = Object.entries(tableFates).flatMap(([name, fate]) =>
  fate.is === 'copied' ? [{ name, file: fate.file }] : [],
);

export const countedTables: readonly string[] = Object.entries(tableFates).flatMap(([name, fate]) =>
  fate.is === 'counted' ? [name] : [],
);
