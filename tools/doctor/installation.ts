import { mkdtempDisposable, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import pg from 'pg';
import pino from 'pino';
import { someOf } from '#shared/some-of.ts';
import { mailboxOf } from '#shared/text-formats.ts';
import type { Config } from '../../server/config.ts';
import { bucketKeys, type StorageConfig } from '../../server/content-api/media/open-storage.ts';
import { openBucket, StoreFailure } from '../../server/content-api/media/s3-storage.ts';
import { type FileStorage, newAddress } from '../../server/content-api/media/storage.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { awaitDatabase, connectionOf } from '../../server/database/postgres/connect.ts';
import { assertNotPooled } from '../../server/database/postgres/signals.ts';
import { siteMigrations } from '../../server/database/site/tables.ts';
import { StartError } from '../../server/errors.ts';
import { createMailTransport } from '../../server/mail/transport.ts';
import { backupState } from '../../server/process/last-backup.ts';
import { absent, fatal, inGroup, there, untried, wrong } from './finding.ts';

/**
 * A disk counts as nearly full below this free space. Both limits, bytes and share, are those of
 * deploy/alerts/rules.yml.
 */
const leastRoom = { bytes: 1_000_000_000, share: 0.05 };

/**
 * Checks the parts that every installation has: its data folder, its public URL, and the sending of mail. Changes
 * nothing and sends no mail.
 */
export async function* checkInstallation(config: Config, now?: number) {
  yield* checkDataDir(config, now);
  const address = inGroup('address');
  yield address('PUBLIC_URL', publicUrl(config));
  yield address('TRUST_PROXY', trustProxy(config));
  yield* checkMail(config);
}

async function* checkDataDir({ DATA_DIR: dataDir, DATABASE_URL }: Config, now?: number) {
  const say = inGroup('data');
  const found = await stat(dataDir).catch(() => undefined);
  if (!found) {
    yield say(dataDir, absent('does not exist yet: the first start creates it'));
    return;
  }
  const rights = `(mode ${(found.mode & 0o777).toString(8)})`;
  yield say(
    dataDir,
    (found.mode & 0o077) === 0
      ? there(`only its user may read it ${rights}`)
      : wrong(`other users of this machine may read it ${rights}`, `chmod 700 ${dataDir}`),
  );
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const room = `${(free / 1e9).toFixed(1)} GB are free, ${Math.round(share * 100)} %`;
  const isTight = free < leastRoom.bytes || share < leastRoom.share;
  yield say(
    'disk space',
    isTight
      ? wrong(room, 'free some space: on a full disk pages can be read but nothing can be saved')
      : there(room),
  );
  // If the site uses PostgreSQL, its backups may be made on the database server, which this check cannot see.
  const backup = DATABASE_URL ? null : await backupState(dataDir, now);
  if (!backup) return;
  const made = backup.last_at ? `is of ${backup.last_at}` : 'there is none yet';
  const mend =
    '"npm run studio -- backup --to FOLDER --keep 30" each night, by a timer or a crontab (docs/operations.md, "Care of data")';
  yield say('the last backup', backup.is_old || !backup.last_at ? wrong(made, mend) : there(made));
}

const here = ['localhost', '127.0.0.1', '[::1]', '::1'];

function publicUrl({ PUBLIC_URL: url }: Config) {
  if (!url)
    return absent(
      'is not set: links in mails, feeds and search engines use the port on this machine',
      'PUBLIC_URL=https://www.example.com, as visitors type it',
    );
  return url.protocol === 'https:' || here.includes(url.hostname)
    ? there(url.origin)
    : wrong(
        `is ${url.origin}: passwords and applications cross the network unencrypted`,
        'put nginx or Caddy with a certificate in front (docs/deploy.md), and set the https address',
      );
}

function trustProxy({ PUBLIC_URL: url, TRUST_PROXY: trust, HOST: host }: Config) {
  if (trust === false)
    return url?.protocol === 'https:'
      ? wrong(
          'is off, but an https address has a proxy in front: all visitors count as one, and are soon locked out of forms and sign-in',
          'TRUST_PROXY=1 for one proxy (docs/deploy.md)',
        )
      : there('is off: there is no proxy in front');
  if (trust === true && !here.includes(host))
    return wrong(
      `is on, and the port is open at ${host}: anyone can forge an address`,
      'HOST=127.0.0.1, or TRUST_PROXY with the number or the addresses of your proxies',
    );
  return url
    ? there(String(trust))
    : wrong(
        'is set, and PUBLIC_URL is not: links use the address behind the proxy',
        'set PUBLIC_URL to the address that visitors type',
      );
}

async function* checkMail({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL }: Config) {
  const say = inGroup('mail');
  if (!url || !from) {
    yield say(
      'SMTP_URL',
      absent(
        'is not set: confirmations, notices and invitations wait in the outbox',
        'SMTP_URL=smtps://user:password@mail.example.com and MAIL_FROM',
      ),
    );
    return;
  }
  const { host, username } = new URL(url);
  const answers = username ? 'answers, and accepts the user and the password' : 'answers';
  const transport = createMailTransport({ url, from }, () => ({ name: 'npm run studio -- doctor' }));
  yield say(host, await transport.check().then(() => there(answers), smtpWords));
  yield say('MAIL_FROM', fromOf(mailboxOf(from).address, PUBLIC_URL));
}

/** Describes an error of the mail server. The text never contains SMTP_URL, which includes the password. */
function smtpWords({
  code,
  message,
  responseCode,
}: {
  code?: string;
  responseCode?: number;
  message: string;
}) {
  return code === 'EAUTH'
    ? wrong(
        `does not accept the user or the password (${responseCode})`,
        'the user and the password of SMTP_URL, encoded as in an address ("@" is %40)',
      )
    : wrong(
        `${message}${code ? ` (${code})` : ''}`,
        'the host and the port of SMTP_URL: 587 with smtp:// (STARTTLS), 465 with smtps:// (TLS from the start); many networks block outgoing connections to 25',
      );
}

function fromOf(from: string, site: URL | undefined) {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  if (!domain.includes('.') || /\.(?:test|invalid|example|localhost|local)$/.test(domain))
    return wrong(
      `${from}: mail servers refuse mails from ${domain}`,
      'MAIL_FROM with an address of your own domain',
    );
  const ofSite = site?.hostname.replace(/^www\./, '') ?? domain;
  const isOwn = `.${ofSite}`.endsWith(`.${domain}`) || domain.endsWith(`.${ofSite}`);
  return there(
    isOwn
      ? from
      : `${from}, of another domain than the site: its SPF and DKIM records must name this mail server`,
  );
}

const ofDatabase = inGroup('database');

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
    yield ofDatabase(`${name} at ${host}`, there(about));
    await assertNotPooled(client, url);
    yield ofDatabase('locks and notifications', there('work: the connection is direct'));
    for (const [subject, statement, mend] of trials) {
      const found = await client.query(`begin; ${statement}`).then(
        () => there('may write and create what the site needs'),
        ({ message }: Error) => fatal(message, mend),
      );
      await client.query('rollback');
      yield ofDatabase(subject, found);
    }
    const done = await one(
      'select array(select name from kysely_migration union select name from site_migration order by 1) as names',
    ).catch(({ code }) => code);
    yield ofDatabase('migrations', migrationsFinding(done));
    if (done.names)
      onWaiting(
        await one(`select (select count(*)::int from intake_tasks where state not in ('delivered', 'notice')) as forms,
          (select count(*)::int from tasks where state = 'waiting') as mails`).catch(() => ({})),
      );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    yield ofDatabase(host, fatal(error.message));
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

const probeText = 'npm run studio -- doctor';

/**
 * Checks the bucket of MEDIA_URL: whether it answers, and whether its key has the rights that the site needs. Writes
 * one tiny object, under a name from which nothing is served, and deletes it again. If the deletion fails, the
 * engine's daily chores remove the object after a day. Yields nothing without MEDIA_URL.
 */
export async function* checkBucket(config: StorageConfig) {
  const { MEDIA_URL: place } = config;
  if (!place) return;
  const say = inGroup('storage');
  let step = `${place.bucket} at ${place.endpoint}`;
  let storage: FileStorage | undefined;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'studio-doctor-'));
  try {
    storage = await openBucket(place, bucketKeys(config), pino({ level: 'silent' }), { startMs: 0 });
    yield say(step, there('answers; the key may list it'));
    const [address, path] = [newAddress('application/pdf'), join(folder.path, 'object')];
    await writeFile(path, probeText);
    step = 'to write an object';
    await storage.put(new Map([[address, path]]));
    step = 'to read an object';
    const body = await storage.open(address);
    if (!body || (await textOf(body)) !== probeText) throw new Error('it reads back differently');
    step = 'to delete an object';
    await storage.remove([address]);
    yield say('to write, read and delete an object', there('works'));
  } catch (error) {
    // At most the code of the store's answer is quoted, since that answer may repeat keys.
    const { cause, message } = error as Error;
    yield say(
      step,
      fatal(
        cause instanceof StoreFailure ? cause.message : message,
        'the key of AWS_ACCESS_KEY_ID must list, read, write and delete',
      ),
    );
  } finally {
    storage?.close();
  }
}
