import type { Field } from '#shared/entities/field.ts';
import { entities } from '#shared/entities/index.ts';

/** Places that must contain each column of content, so that none is lost (columns.test.ts). */
export const places = [
  'answer',
  'list',
  'versions',
  'labels',
  'restore',
  'pull',
  'preview',
  'draft',
] as const;
export type Place = (typeof places)[number];

interface LeftOut {
  /** `table.column`; `*` means every table. */
  columns: readonly string[];
  from: readonly Place[];
  why: string;
}

const of = (table: string, ...columns: string[]) => columns.map((column) => `${table}.${column}`);
const versioned = ['versions', 'labels', 'restore'] as const;
const previewed = ['preview', 'draft'] as const;

/** Returns true if the descriptor of an entity leaves this column out of a place. */
export function isLeftOutByDescriptor(table: string, column: string, place: Place): boolean {
  const noun = Object.values(entities).find((each) => each.table === table);
  const field = (noun?.fields as Record<string, Field> | undefined)?.[column];
  return field !== undefined && placesWithout(field).includes(place);
}

function placesWithout({ kind, input, apart, not = [] }: Field): Place[] {
  const isFile = kind === 'picture' || kind === 'video' || kind === 'captions';
  return [
    // A field that no form sends does not change content: its dates are those of the change itself, and addresses are
    // chosen once.
    ...(input || isFile ? [] : [...versioned, ...previewed]),
    // A restore does not publish, and a draft is shown as if it were public.
    ...(apart ? ['restore' as const, ...previewed] : []),
    // Replaced files are deleted: a restore retains the present files and reports them (`kept`).
    ...(isFile ? ['restore' as const] : []),
    ...(not.includes('lists') ? ['list' as const] : []),
    ...(not.includes('versions') ? versioned : []),
    ...(not.includes('previews') ? previewed : []),
    ...(not.includes('archives') ? (['pull'] as const) : []),
  ];
}

/**
 * Columns that a place does without, with the reason, in addition to the descriptors. A column that is neither in the
 * place nor here fails the test: add it only if the place does not need it.
 */
export const leftOut: readonly LeftOut[] = [
  {
    columns: ['*.deleted_at'],
    from: places,
    why: 'what is in the trash is in no answer, archive or version; it comes back from the trash as it was',
  },
  {
    columns: ['*.id', '*.public_id'],
    from: [...versioned, ...previewed],
    why: 'a version and a draft are of the thing that has the id',
  },
  {
    columns: ['*.summary', 'jobs.ends_at', '*.search_text', 'categories.title_key'],
    from: places,
    why: 'made from other columns, and made again where they come in',
  },
  {
    columns: ['*.extra'],
    from: ['answer', 'list', ...versioned, 'pull', ...previewed],
    why: 'what the contract has no field for: nobody sees or changes it here. A pull has what a host says besides, which is another thing of this name',
  },
  {
    columns: [
      'applicants.sort_name',
      'applicants.email_key',
      'applicants.submissions_count',
      'applicants.last_submitted_at',
      ...of('applicants', 'reference', 'name', 'email'),
    ],
    from: ['pull'],
    why: 'stands in the submissions of the applicant, and is read out of them where they come in',
  },
  {
    columns: ['applicants.sort_name', 'applicants.email_key'],
    from: ['answer'],
    why: 'for sorting and finding alone',
  },
];

/**
 * Tables without the site's content, or whose content is not moved, with the reason. A new table is listed here or
 * tested.
 */
export const otherTables: Readonly<Record<string, string>> = {
  saved_answers:
    'texts of the desk, which are no content of the site: in backups, and in no archive (docs/archive.md)',
  mail_templates:
    'texts of the desk, which are no content of the site: in backups, and in no archive (docs/archive.md)',
  kept_mails: 'what was sent by this site, which another one has not sent',
  message_assignments: 'names accounts of this site',
  hidden_stages: 'how the board of a job looks here',
  schedules: 'plans of this site, which names who made them',
  previews: 'links of this site, which end by themselves',
  ...Object.fromEntries(
    ['versions', 'version_texts', 'version_text_uses', 'last_edits', 'deletions'].map((table) => [
      table,
      'the history of this site; an archive is the content as it is',
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['admins', 'tokens', 'account_links', 'passkeys', 'totp_keys', 'recovery_codes', 'used_proofs'],
      'secrets',
    ].map((table) => [table, 'people who sign in, and secrets: never content']),
  ),
  ...Object.fromEntries(
    [
      ...['message_counts', 'applicant_counts', 'picture_counts', 'search_texts', 'housekeeping'],
      ...['idempotent_answers', 'outbox', 'doomed_files', 'sample_rows', 'sample_states'],
    ].map((table) => [table, 'bookkeeping of the engine, made anew from the rest']),
  ),
};
