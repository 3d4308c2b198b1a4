import pg from 'pg';
import pino from 'pino';
import { someOf } from '#shared/some-of.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { awaitDatabase, connectionOf } from '../../server/database/postgres/connect.ts';
import { assertNotPooled } from '../../server/database/postgres/listener.ts';
import { siteMigrations } from '../../server/database/site/migrations.ts';
import { StartError } from '../../server/errors.ts';
import { ownTables } from '../archive/database.ts';
import type { Finding } from './finding.ts';

/** Numbers of forms and mails in the database that are still to be delivered. */
interface Waiting {
  forms: number;
  mails: number;
}

type Words = Omit<Finding, 'group' | 'subject'>;

/**
 * Checks whether a site can run on the database of DATABASE_URL. Rolls its writes back in the same transaction. Never
 * prints a user or a password. If there is a site, calls `onWaiting` with the numbers of queued forms and mails.
 */
export async function* checkDatabase(
  url: string,
  onWaiting: (waiting: Waiting) => void = () => {},
): AsyncGenerator<Finding> {
  const host = new URL(url).host || 'its socket';
  const common = { group: 'database' } as const;
  try {
    await awaitDatabase(url, pino({ level: 'silent' }), { waitMs: 0 });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    yield { ...common, subject: host, result: 'wrong', text: error.message, fatal: true };
    return;
  }
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  await client.connect();
  try {
    const about = await one<Record<'name' | 'version' | 'schema', string>>(
      client,
      "select current_database() as name, current_setting('server_version') as version, current_schema() as schema",
    );
    const text = `PostgreSQL ${about.version}, schema ${about.schema}`;
    yield { ...common, subject: `${about.name} at ${host}`, result: 'there', text };
    yield { ...common, subject: 'locks and notifications', ...(await checkLine(client, url)) };
    yield { ...common, subject: 'rights of the role', ...(await checkRole(client)) };
    yield { ...common, subject: 'pg_trgm', ...(await checkTrigrams(client)) };
    yield { ...common, subject: 'migrations', ...(await checkMigrations(client).catch(refused)) };
    // Errors for missing rights are ignored here, since an earlier finding has reported them.
    if (await isThere(client, 'intake_items')) await waitingIn(client).then(onWaiting, refused);
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkLine(client: pg.Client, url: string): Promise<Words> {
  try {
    await assertNotPooled(client, url);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { result: 'wrong', text: error.message, fatal: true };
  }
  return { result: 'there', text: 'work: the connection is direct' };
}

async function checkRole(client: pg.Client): Promise<Words> {
  const mend = 'make the role the owner of the database, or of its schema and of all tables in it';
  const problem = await undone(client, async () => {
    await client.query('create table studio_doctor (n bigint)');
    await client.query('insert into studio_doctor values (1)');
  });
  if (problem) return { result: 'wrong', text: `may not create tables (${problem})`, mend, fatal: true };
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)
        and not (pg_has_role(relowner, 'usage') and has_table_privilege(oid, 'select')
          and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
      order by relname`,
    [await ownTables(pino({ level: 'silent' }))],
  );
  const foreign = rows.map(({ name }) => name);
  return foreign.length === 0
    ? { result: 'there', text: 'may write and create tables' }
    : { result: 'wrong', text: `tables of other owners: ${someOf(foreign)}`, mend, fatal: true };
}

async function checkTrigrams(client: pg.Client): Promise<Words> {
  const { there, reached } = await one<{ there: boolean; reached: boolean }>(
    client,
    `select exists (select from pg_extension where extname = 'pg_trgm') as there,
      exists (select from pg_extension where extname = 'pg_trgm' and extnamespace::regnamespace::name = any(current_schemas(true))) as reached`,
  );
  if (there && !reached) {
    const text = 'is in a schema that the search_path does not name';
    return { result: 'wrong', text, mend: 'add that schema at the end of the search_path', fatal: true };
  }
  const problem = await undone(client, () => client.query('create extension if not exists pg_trgm'));
  if (problem) {
    const text = `is missing, and the role may not add it (${problem})`;
    return {
      result: 'wrong',
      text,
      mend: 'as the owner of the database: create extension pg_trgm',
      fatal: true,
    };
  }
  return { result: 'there', text: there ? 'is there' : 'the first start adds it' };
}

async function checkMigrations(client: pg.Client): Promise<Words> {
  const strange: string[] = [];
  const pending: string[] = [];
  let count = 0;
  for (const [table, known] of Object.entries({
    kysely_migration: migrations,
    site_migration: siteMigrations,
  })) {
    const { rows } = (await isThere(client, table))
      ? await client.query<{ name: string }>(`select name from ${table} order by name`)
      : { rows: [] };
    const done = rows.map(({ name }) => name);
    count += done.length;
    strange.push(...done.filter((name) => !(name in known)));
    pending.push(...Object.keys(known).filter((name) => !done.includes(name)));
  }
  if (count === 0) return { result: 'absent', text: 'no site yet: the first start creates its tables' };
  if (strange.length > 0)
    return {
      result: 'wrong',
      text: `a newer release has changed the database: ${someOf(strange)}`,
      mend: 'run that release; this one may run at the same time only during an update',
    };
  const next = `the next start makes ${pending.length}: ${someOf(pending)}`;
  return { result: 'there', text: pending.length === 0 ? 'all are done' : next };
}

/** Returns the finding for a role that may not read the tables. Throws any other error again. */
function refused(error: unknown): Words {
  if ((error as { code?: string }).code !== '42501') throw error;
  return { result: 'untried', text: 'the role may not read the tables' };
}

async function waitingIn(client: pg.Client): Promise<Waiting> {
  const { forms, mails } = await one<{ forms: number; mails: number }>(
    client,
    `select (select count(*) from intake_items where state <> 'delivered') as forms,
      (select count(*) from outbox where next_attempt_at is not null) as mails`,
  );
  return { forms: Number(forms), mails: Number(mails) };
}

/** Runs statements and rolls them back. Returns undefined if they succeed, or the code of the error. */
async function undone(client: pg.Client, work: () => Promise<unknown>): Promise<string | undefined> {
  await client.query('begin');
  try {
    await work();
    return undefined;
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code) throw error;
    return code === '42501' ? 'no permission' : code;
  } finally {
    await client.query('rollback');
  }
}

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { there } = await one<{ there: boolean }>(
    client,
    `select to_regclass(quote_ident(current_schema()) || '.${table}') is not null as there`,
  );
  return there;
}

async function one<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  return (await client.query<Row>(text)).rows[0] as Row;
}
