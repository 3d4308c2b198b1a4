import type pg from 'pg';
import { batchBytes, batchRows, type Row, type Target, type Value } from './side.ts';
import { type CopiedTable, countedTables } from './tables.ts';

/** Maximum number of parameters of one statement: PostgreSQL counts them in 16 bits. */
const maxParameters = 65_535;

/**
 * Reads and writes the site in a PostgreSQL database. All statements run in the transaction of `client`, which the
 * caller begins and ends.
 */
export function createPostgresSide(client: pg.Client): Target {
  const named = (name: string) => `"${name}"`;
  const list = (columns: readonly string[]) => columns.map(named).join(', ');
  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await client.query<Record<string, unknown>>(text, values)).rows;

  async function columnsIn(table: string): Promise<{ name: string; type: string; identity: boolean }[]> {
    const rows = await ask(
      `select column_name as name, data_type as type, is_identity = 'YES' as identity from information_schema.columns
        where table_schema = current_schema() and table_name = $1 order by column_name collate "C"`,
      [table],
    );
    return rows as unknown as { name: string; type: string; identity: boolean }[];
  }

  /** Returns how many rows of a table are read in one batch, computed from the size of the largest row. */
  async function rowsAtOnce(table: string): Promise<number> {
    const long = (await columnsIn(table)).filter(({ type }) => type === 'text' || type === 'bytea');
    if (long.length === 0) return batchRows;
    // PostgreSQL stores the length of a long value separately, so this query reads no long value.
    const size = long.map(({ name }) => `coalesce(octet_length(${named(name)}), 0)`).join(' + ');
    const [row] = await ask(`select max(${size}) as size from ${named(table)}`);
    return Math.max(1, Math.min(batchRows, Math.floor(batchBytes / Math.max(1, Number(row?.size ?? 0)))));
  }

  /** Returns the sequence that numbers the rows of a table; undefined if the table has none. */
  async function sequenceOf({ name }: CopiedTable): Promise<string | undefined> {
    const column = (await columnsIn(name)).find(({ identity }) => identity);
    if (!column) return undefined;
    const [row] = await ask('select pg_get_serial_sequence(quote_ident($1), $2) as sequence', [
      name,
      column.name,
    ]);
    return row?.sequence as string;
  }

  return {
    columnsOf: async ({ name }) => (await columnsIn(name)).map((column) => column.name),
    countOf: async ({ name }) => Number((await ask(`select count(*) as n from ${named(name)}`))[0]?.n),
    async *batches({ name }, columns) {
      const count = await rowsAtOnce(name);
      await client.query(`declare moved no scroll cursor for select ${list(columns)} from ${named(name)}`);
      try {
        for (;;) {
          const { rows } = await client.query<Value[]>({
            text: `fetch forward ${count} from moved`,
            rowMode: 'array',
          });
          if (rows.length > 0) yield rows;
          if (rows.length < count) return;
        }
      } finally {
        // This statement fails if the transaction was aborted. The error is ignored, since PostgreSQL has then closed
        // the cursor itself.
        await client.query('close moved').catch(() => {});
      }
    },
    async lastId(table) {
      const sequence = await sequenceOf(table);
      if (sequence === undefined) return undefined;
      const [row] = await ask(`select last_value as last, is_called as called from ${sequence}`);
      return row?.called ? Number(row.last) : Number(row?.last) - 1;
    },
    kept: (value) =>
      typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value,
    async prepare() {
      // The triggers would update a row of counts for each inserted row, and each update leaves a dead version of
      // that row until the transaction ends. The counts are therefore computed once at the end (`recounts`).
      for (const table of countingTables) await ask(`alter table ${table} disable trigger user`);
    },
    async finish() {
      for (const table of countingTables) await ask(`alter table ${table} enable trigger user`);
      for (const table of countedTables) await ask(recounts[table] ?? '');
    },
    async insert({ name }, columns, rows) {
      const most = Math.floor(maxParameters / columns.length);
      for (let from = 0; from < rows.length; from += most) {
        const part = rows.slice(from, from + most);
        const values = part.map(
          (_row, number) =>
            `(${columns.map((_column, place) => `$${number * columns.length + place + 1}`).join(', ')})`,
        );
        await client.query(
          `insert into ${named(name)} (${list(columns)}) values ${values.join(', ')}`,
          part.flatMap((row: Row) => [...row]),
        );
      }
    },
    async setLastId(table, id) {
      const { identity, name } = (await columnsIn(table.name)).find((column) => column.identity) ?? {};
      // `alter table … restart` is rolled back with the transaction; a call of `setval` would not be.
      if (identity)
        await ask(
          `alter table ${named(table.name)} alter column ${named(name ?? '')} restart with ${id + 1}`,
        );
    },
  };
}

/** Tables with many rows whose triggers keep counts in other tables. */
const countingTables = ['applicants', 'messages', 'pictures'];

/**
 * Statements that compute the counts anew, with the same result as the triggers of migrations 0015, 0016, 0028 and
 * 0029.
 */
const recounts: Record<string, string> = {
  applicant_counts: `insert into applicant_counts (job_id, status, is_read, total)
    select job, status, is_read, count(*) from applicants, lateral (values (-1), (coalesce(job_id, 0))) as jobs (job)
    where deleted_at is null group by job, status, is_read`,
  message_counts: `insert into message_counts (type, status, total)
    select type, status, count(*) from messages where deleted_at is null group by type, status`,
  search_texts: `insert into search_texts (resource, ref)
    select 'message', id from messages union all select 'picture', id from pictures on conflict (resource, ref) do nothing`,
  picture_counts: `insert into picture_counts (used, total)
    select (uses > 0)::int, count(*) from pictures group by 1`,
};
