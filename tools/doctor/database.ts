import pg from 'pg';
import pino from 'pino';
import { someOf } from '#shared/some-of.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { awaitDatabase, connectionOf } from '../../server/database/postgres/connect.ts';
import { assertNotPooled } from '../../server/database/postgres/signals.ts';
import { siteMigrations } from '../../server/database/site/tables.ts';
import { StartError } from '../../server/errors.ts';
import { absent, fatal, inGroup, there, untried, wrong } from './finding.ts';

const say = inGroup('database');

/** Statements that the role must be allowed to run, each with what mends a refusal. They are rolled back. */
const trials = [
  [
    'rights of the role',
    `create table studio_doctor as select 1 as n;
      do $$ declare other text; begin
        select string_agg(relname, ', ') into other from pg_class
          where relnamespace = current_schema()::regnamespace and relkind = 'r'
            and not (pg_has_role(relowner, 'usage') and has_table_privilege(oid, 'insert'));
        if other is not null then raise 'tables of other owners: %', other; end if;
      end $$`,
    'make the role the owner of the database, or of its schema and of all tables in it',
  ],
  [
    'pg_trgm',
    'create extension if not exists pg_trgm',
    'as the owner of the database: create extension pg_trgm',
  ],
] as const;

/**
 * Checks whether a site can run on the database of DATABASE_URL, as the start does. Rolls its writes back. Never prints
 * a user or a password. If there is a site, calls `onWaiting` with the numbers of queued forms and mails.
 */
export async function* checkDatabase(url: string, onWaiting: (waiting: object) => void = () => {}) {
  const host = new URL(url).host || 'its socket';
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  const one = async (text: string) => (await client.query(text)).rows[0];
  try {
    await awaitDatabase(url, pino({ level: 'silent' }), { waitMs: 0 });
    await client.connect();
    const { name, about } = await one(
      "select current_database() as name, format('PostgreSQL %s, schema %s', current_setting('server_version'), current_schema()) as about",
    );
    yield say(`${name} at ${host}`, there(about));
    await assertNotPooled(client, url);
    yield say('locks and notifications', there('work: the connection is direct'));
    for (const [subject, statement, mend] of trials) {
      const found = await client.query(`begin; ${statement}`).then(
        () => there('may write and create what the site needs'),
        ({ message }: Error) => fatal(message, mend),
      );
      await client.query('rollback');
      yield say(subject, found);
    }
    const done = await one(
      'select array(select name from kysely_migration union select name from site_migration order by 1) as names',
    ).catch(({ code }) => code);
    yield say('migrations', migrationsFinding(done));
    if (done.names)
      onWaiting(
        await one(`select (select count(*)::int from intake_tasks where state not in ('delivered', 'notice')) as forms,
          (select count(*)::int from tasks where state = 'waiting') as mails`).catch(() => ({})),
      );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    yield say(host, fatal(error.message));
  } finally {
    await client.end().catch(() => {});
  }
}

/** `done` has the names of the migrations in the database, or is PostgreSQL's code of the error. */
function migrationsFinding(done: { names: string[] } | string) {
  if (done === '42P01') return absent('no site yet: the first start creates its tables');
  if (typeof done === 'string') return untried(`the role may not read the tables (${done})`);
  const known = Object.keys({ ...migrations, ...siteMigrations });
  const strange = done.names.filter((name) => !known.includes(name));
  if (strange.length > 0)
    return wrong(
      `a newer release has changed the database: ${someOf(strange)}`,
      'run that release; this one may run at the same time only during an update',
    );
  const pending = known.filter((name) => !done.names.includes(name));
  return there(
    pending.length === 0 ? 'all are done' : `the next start makes ${pending.length}: ${someOf(pending)}`,
  );
}
