import { stat, statfs } from 'node:fs/promises';
import { mailboxOf } from '#shared/text-formats.ts';
import type { Config } from '../../server/config.ts';
import { createMailTransport } from '../../server/mail/transport.ts';
import { backupState } from '../../server/process/last-backup.ts';
import { absent, inGroup, there, wrong } from './finding.ts';

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
