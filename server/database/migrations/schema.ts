import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addMissingColumns, columnsOf, create, type Definitions } from '../create-tables.ts';
import { type Dialect, dialectOf } from '../dialect.ts';
import { fold } from '../search.ts';
import type { RowId } from '../types.ts';

/**
 * The tables of a new database; where the databases differ, their own words. `pictures.uses` and `picture_counts` are no
 * longer used, but are in databases and backups from before uses were counted by a query.
 */
const tables: Definitions = ({ id, strict, keyed, caseless, oneOf }) => `
create table admins (
  id ${id},
  email ${caseless} not null unique,
  name text not null, password_hash text not null, created_at text not null, updated_at text not null,
  role text default 'owner' not null, invited_at text, last_sign_in_at text
)${strict};
create table tokens (
  token_hash text primary key,
  admin_id integer not null references admins (id) on delete cascade,
  created_at text not null, expires_at text not null, last_used_at text, address text, agent text
)${strict};
create table categories (
  id ${id}, title text not null, image text not null, created_at text not null, updated_at text not null,
  deleted_at text, title_key text default '' not null, extra text, public_id text
)${strict};
create table tech_images (
  id ${id},
  category_id integer not null references categories (id) on delete cascade,
  image text not null, position integer not null, deleted_at text, updated_at text default '' not null, public_id text
)${strict};
create table projects (
  id ${id}, title text not null, video text,
  v_order integer not null check (v_order >= 0),
  project_url text,
  category_id integer not null references categories (id) on delete restrict,
  created_at text not null, updated_at text not null, deleted_at text, summary text default '' not null, excerpt text,
  search_title text, search_description text, share_image text, extra text, public_id text, client text, year integer,
  services text, result text, quote text, quote_by text, credits text, captions text, figures text,
  description text default '' not null
)${strict};
create table project_images (
  id ${id},
  project_id integer not null references projects (id) on delete cascade,
  image text not null, position integer not null, deleted_at text, updated_at text default '' not null, public_id text
)${strict};
create table blogs (
  id ${id}, blog_title text not null, blog_image text,
  is_active integer not null check (is_active in (0, 1)),
  created_at text not null, updated_at text not null, deleted_at text, summary text default '' not null, excerpt text,
  search_title text, search_description text, share_image text, extra text, public_id text,
  description text default '' not null
)${strict};
create table doomed_files (
  address text primary key, at text
)${strict};
create table jobs (
  id ${id}, title text not null,
  slug text not null unique,
  department text not null, employment_type text not null,
  location_type text not null check (location_type in ('onsite', 'hybrid', 'remote')),
  city text, region text, country text, salary_min real, salary_max real, salary_currency text, salary_unit text,
  show_salary integer not null check (show_salary in (0, 1)),
  openings integer not null check (openings > 0),
  status text not null check (status in ('draft', 'open', 'closed', 'filled')),
  v_order integer not null check (v_order >= 0),
  posted_at text check (status <> 'open' or posted_at is not null),
  closes_at text, ends_at text, search_text text not null, deleted_at text, created_at text not null,
  updated_at text not null, extra text, public_id text, description text default '' not null
)${strict};
create table applicants (
  id ${id}, job_id integer, job_title text,
  reference text not null unique,
  name text not null, sort_name text not null, email text not null, email_key text not null, search_text text not null,
  status text not null check (status in ('new', 'reviewing', 'shortlisted', 'interview', 'offered', 'hired', 'rejected', 'withdrawn', 'spam')),
  reject_reason text,
  rating integer not null check (rating between 0 and 5),
  is_read integer not null check (is_read in (0, 1)),
  submissions_count integer not null, last_submitted_at text not null, retain_until text not null, deleted_at text,
  created_at text not null, updated_at text not null, extra text, public_id text
)${strict};
create table applicant_submissions (
  id ${id},
  applicant_id integer not null references applicants (id) on delete cascade,
  number integer not null,
  reference text not null unique,
  name text not null, email text not null, phone text, city text, cover_letter text, portfolio_url text,
  linkedin_url text, source text, cv_file text not null, cv_name text not null, cv_mime text not null,
  cv_size integer not null, consent_at text not null, created_at text not null,
  constraint applicant_submissions_in_order unique (applicant_id, number)
)${strict};
create table applicant_notes (
  id ${id},
  applicant_id integer not null references applicants (id) on delete cascade,
  note text not null, who text, created_at text not null, deleted_at text, updated_at text default '' not null,
  public_id text
)${strict};
create table applicant_events (
  id ${id},
  applicant_id integer not null references applicants (id) on delete cascade,
  type text not null check (type in ('submitted', 'status')),
  from_status text, to_status text not null, who text, created_at text not null, public_id text
)${strict};
create table team_members (
  id ${id}, name text not null, designation text not null, department text, image text not null, linkedin_url text,
  facebook_url text,
  v_order integer not null check (v_order >= 0),
  is_active integer not null check (is_active in (0, 1)),
  deleted_at text, created_at text not null, updated_at text not null, bio text, extra text, public_id text
)${strict};
create table messages (
  id ${id},
  type text not null check (type in ('contact', 'account_deletion')),
  name text, email text not null, phone text, subject text, app_name text, account_identifier text,
  status text not null check (status in ('new', 'read', 'replied', 'archived', 'spam')),
  due_at text check ((due_at is not null) = (type = 'account_deletion')),
  handled_at text, deleted_at text, created_at text not null, updated_at text not null, message text, reference text,
  extra text, public_id text
)${strict};
create table secrets (
  name text primary key, value text not null
)${strict};
create table sample_rows (
  resource text not null, row_id integer not null, fingerprint text not null,
  constraint sample_rows_key primary key (resource, row_id)
)${strict};
create table sample_states (
  state text not null check (state in ('added', 'removed', 'declined')),
  at text not null
)${strict};
create table last_edits (
  resource text not null, row_id integer not null, who text not null, at text not null,
  constraint last_edits_key primary key (resource, row_id)
)${strict};
create table former_category_titles (
  title_key text not null primary key,
  category_id integer not null references categories (id) on delete cascade
)${strict};
create table applicant_counts (
  job_id integer not null, status text not null, is_read integer not null,
  total integer not null check (total > 0),
  constraint applicant_counts_key primary key (job_id, status, is_read)
)${keyed};
create table message_counts (
  type text not null, status text not null,
  total integer not null check (total > 0),
  constraint message_counts_key primary key (type, status)
)${keyed};
create table idempotent_answers (
  row_name text not null, idempotency_key text not null, answer text not null, created_at text not null,
  constraint idempotent_answers_key primary key (row_name, idempotency_key)
)${keyed};
create table housekeeping (
  name text primary key, at text not null
)${strict};
create table account_links (
  secret_hash text primary key, kind text not null,
  admin_id integer not null references admins (id) on delete cascade,
  created_at text not null, expires_at text not null
)${strict};
create table passkeys (
  id ${id},
  admin_id integer not null references admins (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter integer not null check (counter >= 0),
  transports text not null, name text not null, created_at text not null, last_used_at text
)${strict};
create table totp_keys (
  admin_id integer primary key references admins (id) on delete cascade,
  sealed_key text not null, last_step integer not null, created_at text not null, confirmed_at text
)${strict};
create table recovery_codes (
  admin_id integer not null references admins (id) on delete cascade,
  code_hash text not null,
  constraint recovery_codes_key primary key (admin_id, code_hash)
)${keyed};
create table used_proofs (
  proof text primary key, expires_at text not null
)${keyed};
create table versions (
  id ${id}, resource text not null, row_id integer not null, number integer not null, kind text not null,
  at text not null, who_id integer, who text, title text not null, changed text not null, restored integer,
  seen text not null, text_hash text not null, fields text not null
)${strict};
create table version_texts (
  hash text primary key, body text not null
)${strict};
create table version_text_uses (
  version_id integer not null, hash text not null,
  constraint version_text_uses_key primary key (version_id, hash)
)${keyed};
create table previews (
  id ${id},
  secret_hash text not null unique,
  resource text not null, row_id integer, admin_id integer not null, who text not null, own integer not null,
  bytes integer not null, created_at text not null, updated_at text not null, expires_at text not null,
  entity text not null
)${strict};
create table schedules (
  resource text not null, row_id integer not null, publish_at text, unpublish_at text, next_at text, problem text,
  who text not null, created_at text not null, updated_at text not null,
  constraint schedules_key primary key (resource, row_id)
)${keyed};
create table kept_mails (
  id ${id},
  applicant_id integer references applicants (id) on delete cascade,
  message_id integer references messages (id) on delete cascade,
  send_key text not null, template text, recipient text not null, reply_to text, subject text not null,
  body text not null, admin_id integer not null, who text not null, send_at text not null, undone_at text, sent_at text,
  failed_at text, problem text, created_at text not null, for_status text, held_back text,
  constraint kept_mails_of_one check ((applicant_id is null) <> (message_id is null)),
  constraint kept_mails_once_an_applicant unique (applicant_id, send_key),
  constraint kept_mails_once_a_message unique (message_id, send_key)
)${strict};
create table outbox (
  id ${id}, kind text not null,
  message_key text not null unique,
  recipient text, reply_to text, subject text not null, text text not null, html text not null,
  attempts integer not null check (attempts >= 0),
  first_attempt_at text, next_attempt_at text, sent_at text, failed_at text, last_error text, created_at text not null,
  kept_mail_id integer references kept_mails (id) on delete cascade,
  constraint outbox_in_one_state check (${oneOf})
)${strict};
create table mail_templates (
  name text primary key, subject text not null, body text not null, who text not null, updated_at text not null
)${keyed};
create table saved_answers (
  id ${id}, title text not null, text text not null, created_at text not null, updated_at text not null
)${strict};
create table message_assignments (
  message_id integer primary key references messages (id) on delete cascade,
  admin_id integer not null references admins (id) on delete cascade
)${strict};
create table hidden_stages (
  job_id integer not null references jobs (id) on delete cascade,
  status text not null,
  constraint hidden_stages_key primary key (job_id, status)
)${keyed};
create table deletions (
  resource text not null, row_id integer not null, admin_id integer not null,
  constraint deletions_key primary key (resource, row_id)
)${keyed};
create table search_texts (
  id ${id}, resource text not null, ref integer not null, search_text text,
  constraint search_texts_of_row unique (resource, ref)
)${strict};
create table pictures (
  id ${id},
  file text not null unique,
  hash text not null, name text not null, alt text default '' not null, focus_x integer default 50 not null,
  focus_y integer default 50 not null, width integer not null, height integer not null, bytes integer not null,
  type text not null, kept integer default 0 not null, uses integer default 0 not null, who text,
  created_at text not null, updated_at text not null
)${strict};
create table picture_counts (
  used integer primary key, total integer not null
)${keyed}`;

const indexes: Definitions = ({ nullsLast }) => `
create index tokens_by_admin on tokens (admin_id);
create index tokens_by_end on tokens (expires_at);
create index tech_images_in_order on tech_images (category_id, position, id);
create index project_images_in_order on project_images (project_id, position, id);
create index jobs_in_order on jobs (v_order, posted_at desc${nullsLast}, id desc) where deleted_at is null;
create index applicants_unread_first on applicants (is_read, last_submitted_at desc, id desc) where deleted_at is null and status <> 'spam';
create index applicants_newest_first on applicants (last_submitted_at desc, id desc) where deleted_at is null and status <> 'spam';
create index applicants_by_name on applicants (sort_name, id) where deleted_at is null and status <> 'spam';
create index applicants_by_rating on applicants (rating desc, last_submitted_at desc, id desc) where deleted_at is null and status <> 'spam';
create index applicants_by_status on applicants (status, is_read, last_submitted_at desc, id desc) where deleted_at is null;
create index applicants_of_job on applicants (job_id, is_read, last_submitted_at desc, id desc) where deleted_at is null and status <> 'spam';
create index applicants_of_job_by_status on applicants (job_id, status, is_read, last_submitted_at desc, id desc) where deleted_at is null;
create index applicants_by_email on applicants (email_key, job_id) where deleted_at is null;
create index applicants_by_retention on applicants (retain_until, id);
create index applicant_notes_in_order on applicant_notes (applicant_id, id);
create index applicant_events_in_order on applicant_events (applicant_id, id);
create index team_in_order on team_members (v_order, id) where deleted_at is null;
create index active_team_in_order on team_members (is_active, v_order, id) where deleted_at is null;
create index messages_newest on messages (created_at desc, id desc) where deleted_at is null and status <> 'spam';
create index messages_of_type on messages (type, created_at desc, id desc) where deleted_at is null and status <> 'spam';
create index messages_of_status on messages (status, created_at desc, id desc) where deleted_at is null;
create index messages_of_type_and_status on messages (type, status, created_at desc, id desc) where deleted_at is null;
create index categories_in_order on categories (id) where deleted_at is null;
create index categories_by_title on categories (title_key, id) where deleted_at is null;
create index projects_in_order on projects (category_id, v_order, id) where deleted_at is null;
create index blogs_in_order on blogs (created_at, id) where deleted_at is null;
create index active_blogs_in_order on blogs (is_active, created_at, id) where deleted_at is null;
create index outbox_by_next_attempt_at on outbox (next_attempt_at, id) where next_attempt_at is not null;
create index outbox_by_sent_at on outbox (sent_at, id) where sent_at is not null;
create index outbox_by_failed_at on outbox (failed_at, id) where failed_at is not null;
create index former_category_titles_category on former_category_titles (category_id);
create index messages_in_inbox on messages (created_at desc, id desc) where deleted_at is null and status not in ('archived', 'spam');
create index messages_of_type_in_inbox on messages (type, created_at desc, id desc) where deleted_at is null and status not in ('archived', 'spam');
create index jobs_by_status_in_order on jobs (status, v_order, posted_at desc${nullsLast}, id desc, ends_at, department, employment_type, location_type) where deleted_at is null;
create index projects_by_category on projects (category_id, deleted_at);
create index idempotent_answers_created on idempotent_answers (created_at);
create unique index messages_reference on messages (reference) where reference is not null;
create index account_links_by_admin on account_links (admin_id);
create index account_links_by_end on account_links (expires_at);
create index passkeys_by_admin on passkeys (admin_id, id);
create index used_proofs_by_end on used_proofs (expires_at);
create unique index versions_of on versions (resource, row_id, number);
create index versions_by_age on versions (at, id);
create index version_texts_used on version_text_uses (hash);
create index previews_of_row on previews (resource, row_id, expires_at);
create index previews_by_end on previews (expires_at, bytes);
create index schedules_by_time on schedules (next_at);
create index kept_mails_of_applicant on kept_mails (applicant_id, id);
create index kept_mails_of_message on kept_mails (message_id, id);
create index outbox_of_kept_mail on outbox (kept_mail_id);
create index message_assignments_by_admin on message_assignments (admin_id, message_id);
create index search_texts_to_fold on search_texts (id) where search_text is null;
create index inactive_blogs on blogs (created_at desc, id desc) where deleted_at is null and is_active = 0;
create index messages_due on messages (due_at) where deleted_at is null and due_at is not null and handled_at is null and status <> 'spam';
create index pictures_by_hash on pictures (hash, id);
create index blogs_by_blog_image on blogs (blog_image) where blog_image is not null;
create index blogs_by_share_image on blogs (share_image) where share_image is not null;
create index projects_by_share_image on projects (share_image) where share_image is not null;
create index project_images_by_image on project_images (image) where image is not null;
create index categories_by_image on categories (image) where image is not null;
create index tech_images_by_image on tech_images (image) where image is not null;
create index team_members_by_image on team_members (image) where image is not null`;

/** Columns that tables of 0.1.0 lack. */
const later: Readonly<Record<string, readonly string[]>> = {
  admins: ["role text not null default 'owner'", 'invited_at text', 'last_sign_in_at text'],
  tokens: ['last_used_at text', 'address text', 'agent text'],
  outbox: ['kept_mail_id integer references kept_mails (id) on delete cascade'],
  kept_mails: ['for_status text', 'held_back text'],
  projects: [
    ...['excerpt text', 'search_title text', 'search_description text', 'share_image text', 'client text'],
    ...['year integer', 'services text', 'result text', 'quote text', 'quote_by text', 'credits text'],
    ...['captions text', 'figures text'],
  ],
  blogs: ['excerpt text', 'search_title text', 'search_description text', 'share_image text'],
};

/** Tables whose rows archives contain (docs/archive.md). `extra` holds values that have no column here. */
const archived = ['categories', 'projects', 'blogs', 'jobs', 'applicants', 'team_members', 'messages'];
/** Tables with a trash: a chore looks for rows that were deleted long ago. */
const trashed = [...archived, 'tech_images', 'project_images', 'applicant_notes'];
/** Tables whose rows the contract refers to by id. `public_id` is the id that a row from another host had there. */
const named = [...trashed, 'applicant_events'];

/** The columns of a table that are searched, and the name of its entity: triggers note their changes. */
const searched: Readonly<Record<string, readonly [resource: string, ...columns: string[]]>> = {
  blogs: ['blog', 'blog_title', 'summary'],
  projects: ['project', 'title', 'summary', 'client', 'services', 'result'],
  categories: ['category', 'title'],
  team_members: ['team_member', 'name', 'designation', 'department'],
  messages: [
    ...(['message', 'name', 'email', 'phone', 'subject', 'app_name', 'account_identifier'] as const),
    ...['reference', 'message'],
  ],
  pictures: ['picture', 'name', 'alt'],
};

const namedIndex = (table: string) =>
  `create unique index ${table}_by_public_id on ${table} (public_id) where public_id is not null`;

/** The indexes of a table with a trash. */
const indexesOf = (table: string) => `${namedIndex(table)};
create index deleted_${table} on ${table} (deleted_at, id) where deleted_at is not null`;

/**
 * Makes the schema of a new database, and brings a database of 0.1.0, or of a state since then, to it: what is there
 * stays, what is missing is added.
 */
export const schema: Migration = {
  async up(db: Kysely<unknown>) {
    const dialect = dialectOf(db);
    const isNew = (await columnsOf(db, 'blogs')).size === 0;
    if (!isNew && !(await columnsOf(db, 'doomed_files')).has('at'))
      throw new Error('it is of a release before 0.1.0; start 0.1.0 on it first');
    // A table of another application with the name of one of ours is not taken for it.
    await create(db, tables, isNew ? '' : undefined);
    for (const table of isNew ? [] : new Set([...Object.keys(later), ...named]))
      await addColumns(db, table, [
        ...(later[table] ?? []),
        ...(archived.includes(table) ? ['extra text'] : []),
        ...(named.includes(table) ? ['public_id text'] : []),
      ]);
    await create(db, indexes);
    for (const table of trashed) await create(db, indexesOf(table));
    await create(db, namedIndex('applicant_events'));
    for (const statement of [...searchIndex(dialect), ...countTriggers(dialect)])
      await sql.raw(statement).execute(db);
    for (const [table, columns] of Object.entries(searched)) await followTexts(db, table, columns);
    if (!isNew) await renew(db);
  },
};

/** Brings stored rows to what the code expects of them. */
async function renew(db: Kysely<unknown>) {
  // Whose application has ended counts as read, as after a move since then (applicants/repository.ts).
  await sql`update applicants set is_read = 1
    where is_read = 0 and status in ('hired', 'rejected', 'withdrawn')`.execute(db);
  for (const [table, column] of folded)
    await eachRow(db, table, column, async (id, text) => {
      if (fold(text) !== text)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fold(text)} where id = ${id}`.execute(
          db,
        );
    });
  // Applicants are also searched by their letters.
  await eachRow(db, 'applicant_submissions', 'cover_letter', async (id, letter) => {
    await sql`update applicants set search_text = search_text || ${`\n${fold(letter)}`}
      where id = (select applicant_id from applicant_submissions where id = ${id})`.execute(db);
  });
  // The other tables are folded before the next search.
  for (const [table, [resource]] of Object.entries(searched))
    await sql`insert into search_texts (resource, ref)
      select ${sql.lit(resource)}, id from ${sql.table(table)} where true order by id
      on conflict do nothing`.execute(db);
  await sql`update search_texts set search_text = null where search_text is not null`.execute(db);
}

const folded = [
  ['applicants', 'search_text'],
  ['applicants', 'sort_name'],
  ['jobs', 'search_text'],
] as const;

/** How many rows one query reads. Between two the process can handle signals, such as SIGTERM. */
const batch = 500;

/** Calls `work` with the text of each row that has one. */
async function eachRow(
  db: Kysely<unknown>,
  table: string,
  column: string,
  work: (id: RowId, text: string) => Promise<void>,
) {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: RowId; text: string }>`
      select id, ${sql.ref(column)} as "text" from ${sql.table(table)}
      where id > ${after} and ${sql.ref(column)} is not null order by id limit ${sql.lit(batch)}`.execute(db);
    for (const { id, text } of rows) await work(id, text);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    await setImmediate();
  }
}

const trigger = (name: string, event: string, on: string, work: string, when?: string) =>
  `create trigger if not exists ${name} after ${event} on ${on} ${when ? `when ${when} ` : ''}begin ${work} end`;

/**
 * Searches use a trigram index (SQLite's FTS5, PostgreSQL's pg_trgm), so parts of words are found without reading
 * every text. The texts are in `search_text`; triggers maintain FTS5's index, PostgreSQL maintains its own.
 */
function searchIndex(dialect: Dialect) {
  const tables = ['applicants', 'jobs', 'search_texts'];
  if (dialect === 'postgres')
    return [
      ...tables.map(
        (table) =>
          `create index if not exists ${table}_search on ${table} using gin (search_text gin_trgm_ops)`,
      ),
      `create or replace function search_texts_follow() returns trigger language plpgsql as $$
        begin
          if tg_op = 'INSERT' then
            insert into search_texts (resource, ref) values (tg_argv[0], new.id) on conflict do nothing;
          elsif tg_op = 'DELETE' then
            delete from search_texts where resource = tg_argv[0] and ref = old.id;
          else
            update search_texts set search_text = null where resource = tg_argv[0] and ref = new.id;
          end if;
          return null;
        end
      $$`,
    ];
  return tables.flatMap((table) => {
    const index = `${table}_search`;
    const add = `insert into ${index} (rowid, search_text) select new.id, new.search_text where new.search_text is not null;`;
    const remove = `insert into ${index} (${index}, rowid, search_text) select 'delete', old.id, old.search_text where old.search_text is not null;`;
    return [
      // Case-sensitive, since the texts are folded to lower case anyway.
      `create virtual table if not exists ${index} using fts5(
        search_text, content = '${table}', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
      // Erased rows are removed from the index immediately; by default they would only be marked until the next merge.
      `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
      // Two triggers that did this for search_texts before.
      `drop trigger if exists ${index}_update_old`,
      `drop trigger if exists ${index}_update_new`,
      trigger(`${index}_insert`, 'insert', table, add),
      trigger(`${index}_delete`, 'delete', table, remove),
      trigger(
        `${index}_update`,
        'update of search_text',
        table,
        remove + add,
        'old.search_text is not new.search_text',
      ),
    ];
  });
}

/**
 * Totals of long lists are read without counting. `applicant_counts` has a row for each job, status and `is_read`:
 * `job_id` is -1 for all applicants and 0 for those without a job. `message_counts` has one for each type and status.
 */
function countTriggers(dialect: Dialect) {
  return [
    ...counted(dialect, {
      counts: 'applicant_counts',
      table: 'applicants',
      columns: ['job_id', 'status', 'is_read'],
      of: (row) =>
        `job_id in (-1, coalesce(${row}.job_id, 0)) and status = ${row}.status and is_read = ${row}.is_read`,
      rows: 'select job, new.status, new.is_read, 1 from (select -1 as job union all select coalesce(new.job_id, 0)) as jobs where true',
    }),
    ...counted(dialect, {
      counts: 'message_counts',
      table: 'messages',
      columns: ['type', 'status'],
      of: (row) => `type = ${row}.type and status = ${row}.status`,
      rows: 'values (new.type, new.status, 1)',
    }),
  ];
}

interface Counted {
  counts: string;
  table: string;
  columns: readonly string[];
  of: (row: string) => string;
  rows: string;
}

function counted(dialect: Dialect, { counts, table, columns, of, rows }: Counted) {
  const add = `insert into ${counts} ${rows} on conflict (${columns}) do update set total = ${counts}.total + 1;`;
  const remove = `delete from ${counts} where ${of('old')} and total = 1;
    update ${counts} set total = total - 1 where ${of('old')};`;
  const changed = `update of ${columns}, deleted_at`;
  const [was, is] = ['old.deleted_at is null', 'new.deleted_at is null'];
  return dialect === 'sqlite'
    ? [
        trigger(`${counts}_insert`, 'insert', table, add, is),
        trigger(`${counts}_delete`, 'delete', table, remove, was),
        trigger(`${counts}_update_old`, changed, table, remove, was),
        trigger(`${counts}_update_new`, changed, table, add, is),
      ]
    : [
        `create or replace function ${counts}_follow() returns trigger language plpgsql as $$ begin
          if tg_op <> 'INSERT' and ${was} then ${remove} end if;
          if tg_op <> 'DELETE' and ${is} then ${add} end if;
          return null; end $$`,
        `create or replace trigger ${counts}_follow after insert or delete or ${changed} on ${table}
          for each row execute function ${counts}_follow()`,
      ];
}

/** Tables with a long text. */
const withText = ['blogs', 'projects', 'jobs'];

/** Adds those of these columns, such as `subtitle text`, that a table lacks. */
async function addColumns(db: Kysely<unknown>, table: string, columns: readonly string[]) {
  const isChanged = await addMissingColumns(db, table, columns);
  if (isChanged && withText.includes(table) && dialectOf(db) === 'sqlite') await moveTextToTheEnd(db, table);
}

/**
 * Moves the long text to the last column. To read a column behind it, SQLite has to read all of the text, page after
 * page (sqlite.org, Database File Format §1.6); with the text at the end, lists never touch it.
 */
async function moveTextToTheEnd(db: Kysely<unknown>, table: string) {
  const run = (change: string) => sql.raw(change.replace('$', table)).execute(db);
  await run('alter table $ rename column description to moved_description');
  await run(`alter table $ add column description text not null default ''`);
  await run('update $ set description = moved_description');
  await run('alter table $ drop column moved_description');
}

/**
 * Makes these columns of a table searchable, and no others: triggers note which rows must be folded
 * (search.ts). A migration that changes them sets `search_text` to null in the rows of `search_texts` that there
 * are.
 */
async function followTexts(
  db: Kysely<unknown>,
  table: string,
  [resource, ...columns]: readonly [resource: string, ...columns: string[]],
) {
  const isSqlite = dialectOf(db) === 'sqlite';
  const differs = isSqlite ? 'is not' : 'is distinct from';
  const isOther = columns.map((column) => `old.${column} ${differs} new.${column}`).join(' or ');
  const ofRow = (row: string) => `where resource = '${resource}' and ref = ${row}.id`;
  const follow = `execute function search_texts_follow('${resource}')`;
  const statements = isSqlite
    ? [
        `create trigger if not exists ${table}_search_texts_insert after insert on ${table} begin
          insert into search_texts (resource, ref) values ('${resource}', new.id); end`,
        `create trigger if not exists ${table}_search_texts_delete after delete on ${table} begin
          delete from search_texts ${ofRow('old')}; end`,
        `drop trigger if exists ${table}_search_texts_update`,
        `create trigger ${table}_search_texts_update after update of ${columns} on ${table}
          when ${isOther} begin update search_texts set search_text = null ${ofRow('new')}; end`,
      ]
    : [
        `create or replace trigger search_texts_follow after insert or delete on ${table}
          for each row ${follow}`,
        `create or replace trigger search_texts_follow_update after update on ${table}
          for each row when (${isOther}) ${follow}`,
      ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
