import type { Dialect } from '../dialect.ts';

/** The columns that hold pictures from forms. */
const pictured = [
  ['blogs', 'blog_image'],
  ['blogs', 'share_image'],
  ['projects', 'share_image'],
  ['project_images', 'image'],
  ['categories', 'image'],
  ['tech_images', 'image'],
  ['team_members', 'image'],
] as const;

const trigger = (name: string, event: string, on: string, work: string, when?: string) =>
  `create trigger if not exists ${name} after ${event} on ${on} ${when ? `when ${when} ` : ''}begin ${work} end`;

/** Makes a function of PostgreSQL that a trigger calls for each row, and the triggers, from what they do. */
const follower = (name: string, work: string, ...events: string[]) => [
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
  ...events.map((event, index) => {
    const [happens, when] = event.split(' when ');
    return `create or replace trigger ${name}${index ? '_update' : ''} after ${happens} for each row
      ${when ? `when (${when}) ` : ''}execute function ${name}()`;
  }),
];

/**
 * Searches use a trigram index (SQLite's FTS5, PostgreSQL's pg_trgm), so parts of words are found without reading
 * every text. The texts are in `search_text`; triggers maintain FTS5's index, PostgreSQL maintains its own.
 */
export function searchIndex(dialect: Dialect): string[] {
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
export function countTriggers(dialect: Dialect): string[] {
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
    : follower(
        `${counts}_follow`,
        `if tg_op <> 'INSERT' and ${was} then ${remove} end if;
        if tg_op <> 'DELETE' and ${is} then ${add} end if;`,
        `insert or delete or ${changed} on ${table}`,
      );
}

/**
 * Counts the uses of a picture, and the pictures with and without uses: code that writes a post need not know of the
 * library.
 */
export function pictureTriggers(dialect: Dialect): string[] {
  const uses = (sign: string, row: string, column: string) =>
    `update pictures set uses = uses ${sign} 1 where file = ${row}.${column};`;
  if (dialect === 'postgres')
    return [
      ...follower(
        'picture_counts_follow',
        `if tg_op <> 'INSERT' then
          update picture_counts set total = total - 1 where used = (old.uses > 0)::int;
        end if;
        if tg_op <> 'DELETE' then
          insert into picture_counts (used, total) values ((new.uses > 0)::int, 1)
            on conflict (used) do update set total = picture_counts.total + 1;
        end if;`,
        'insert or delete on pictures',
        'update on pictures when (old.uses > 0) <> (new.uses > 0)',
      ),
      // One function for each column: a trigger gets the row, but not the name of the column.
      ...pictured.flatMap(([table, column]) => [
        `create index if not exists ${table}_by_${column} on ${table} (${column}) where ${column} is not null`,
        ...follower(
          `pictures_${table}_${column}`,
          `if tg_op <> 'INSERT' then ${uses('-', 'old', column)} end if;
          if tg_op <> 'DELETE' then ${uses('+', 'new', column)} end if;`,
          `insert or delete on ${table}`,
          `update on ${table} when old.${column} is distinct from new.${column}`,
        ),
      ]),
    ];
  const add = `insert into picture_counts (used, total) values (new.uses > 0, 1)
    on conflict (used) do update set total = total + 1;`;
  const remove = 'update picture_counts set total = total - 1 where used = (old.uses > 0);';
  return [
    trigger('picture_counts_insert', 'insert', 'pictures', add),
    trigger('picture_counts_delete', 'delete', 'pictures', remove),
    trigger(
      'picture_counts_update',
      'update of uses',
      'pictures',
      remove + add,
      '(old.uses > 0) <> (new.uses > 0)',
    ),
    ...pictured.flatMap(([table, column]) => {
      const name = `pictures_${table}_${column}`;
      const [gone, come] = [uses('-', 'old', column), uses('+', 'new', column)];
      return [
        `create index if not exists ${table}_by_${column} on ${table} (${column}) where ${column} is not null`,
        trigger(`${name}_insert`, 'insert', table, come, `new.${column} is not null`),
        trigger(`${name}_delete`, 'delete', table, gone, `old.${column} is not null`),
        trigger(
          `${name}_update`,
          `update of ${column}`,
          table,
          gone + come,
          `old.${column} is not new.${column}`,
        ),
      ];
    }),
  ];
}
