import pg from 'pg';
import pino from 'pino';
import { someOf } from '#shared/some-of.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { awaitDatabase, connectionOf } from '../../server/database/postgres/connect.ts';
import { assertNotPooled } from '../../server/database/postgres/listener.ts';
import { siteMigrations } from '../../server/database/site/migrations.ts';
import { StartError } from '../../server/errors.ts';
import { ownTables } from '../archive/database.ts';
import { absent, fatal, inGroup, there, untried, wrong } from './finding.ts';

/**
 * Checks whether a site can run on the database of DATABASE_URL. Rolls its writes back in the same transaction. Never
 * prints a user or a password. If there is a site, calls `onWaiting` with the numbers of queued forms and mails.
 */
export async function* checkDatabase(url: string, onWaiting: (waiting: object) => void = () => {}) {
  const say = inGroup('database');
  const host = new URL(url).host || 'its socket';
  try {
    await awaitDatabase(url, pino({ level: 'silent' }), { waitMs: 0 });
  } catch (error) {
    yield say(host, fatalStart(error));
    return;
  }
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  await client.connect();
  try {
    const about = await one(
      client,
      "select current_database() as name, current_setting('server_version') as version, current_schema() as schema",
    );
    yield say(`${about.name} at ${host}`, there(`PostgreSQL ${about.version}, schema ${about.schema}`));
    const direct = () => there('work: the connection is direct');
    yield say('locks and notifications', await assertNotPooled(client, url).then(direct, fatalStart));
    yield say('rights of the role', await checkRole(client));
    yield say('pg_trgm', await checkTrigrams(client));
    yield say('migrations', await checkMigrations(client).catch(refused));
    // Errors for missing rights are ignored here, since an earlier finding has reported them.
    if (await isThere(client, 'intake_items'))
      await one(
        client,
        `select (select count(*)::int from intake_items where state <> 'delivered') as forms,
          (select count(*)::int from outbox where next_attempt_at is not null) as mails`,
      ).then(onWaiting, refused);
  } finally {
    await client.end().catch(() => {});
  }
}

function fatalStart(error: unknown) {
  if (!(error instanceof StartError)) throw error;
  return fatal(error.message);
}

async function checkRole(client: pg.Client) {
  const mend = 'make the role the owner of the database, or of its schema and of all tables in it';
  const problem = await undone(client, 'create table studio_doctor as select 1 as n');
  if (problem) return fatal(`may not create tables (${problem})`, mend);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)
        and not (pg_has_role(relowner, 'usage') and has_table_privilege(oid, 'select')
          and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
      order by relname`,
    [await ownTables(pino({ level: 'silent' }))],
  );
  return rows.length === 0
    ? there('may write and create tables')
    : fatal(`tables of other owners: ${someOf(rows.map(({ name }) => name))}`, mend);
}

async function checkTrigrams(client: pg.Client) {
  const { exists, reached } = await one(
    client,
    `select count(*) > 0 as exists, bool_or(extnamespace::regnamespace::name = any(current_schemas(true))) as reached
      from pg_extension where extname = 'pg_trgm'`,
  );
  if (exists && !reached)
    return fatal(
      'is in a schema that the search_path does not name',
      'add that schema at the end of the search_path',
    );
  const problem = await undone(client, 'create extension if not exists pg_trgm');
  return problem
    ? fatal(
        `is missing, and the role may not add it (${problem})`,
        'as the owner of the database: create extension pg_trgm',
      )
    : there(exists ? 'is there' : 'the first start adds it');
}

async function checkMigrations(client: pg.Client) {
  const known = { ...migrations, ...siteMigrations };
  const done: string[] = [];
  for (const table of ['kysely_migration', 'site_migration'])
    if (await isThere(client, table))
      done.push(
        ...(await client.query(`select name from ${table} order by name`)).rows.map(({ name }) => name),
      );
  if (done.length === 0) return absent('no site yet: the first start creates its tables');
  const strange = done.filter((name) => !(name in known));
  if (strange.length > 0)
    return wrong(
      `a newer release has changed the database: ${someOf(strange)}`,
      'run that release; this one may run at the same time only during an update',
    );
  const pending = Object.keys(known).filter((name) => !done.includes(name));
  return there(
    pending.length === 0 ? 'all are done' : `the next start makes ${pending.length}: ${someOf(pending)}`,
  );
}

/** Returns the finding for a role that may not read the tables. Throws any other error again. */
function refused(error: { code?: string }) {
  if (error.code !== '42501') throw error;
  return untried('the role may not read the tables');
}

/** Runs a statement and rolls it back. Returns undefined if it succeeded, or the code of the error. */
async function undone(client: pg.Client, statement: string) {
  await client.query('begin');
  try {
    await client.query(statement);
    return undefined;
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code) throw error;
    return code === '42501' ? 'no permission' : code;
  } finally {
    await client.query('rollback');
  }
}

const isThere = async (client: pg.Client, table: string) =>
  (await one(client, `select to_regclass(quote_ident(current_schema()) || '.${table}') is not null as there`))
    .there;

const one = async (client: pg.Client, text: string) => (await client.query(text)).rows[0];
