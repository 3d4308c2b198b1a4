import { access, constants, stat, statfs } from 'node:fs/promises';
import { mailboxOf } from '#shared/schemas/field-formats.ts';
import type { Config } from '../../server/config.ts';
import { backupState, lastBackup } from '../../server/last-backup.ts';
import { createMailTransport } from '../../server/mail/transport.ts';
import type { Finding } from './finding.ts';

/**
 * A disk counts as nearly full below this free space. Both limits, bytes and share, are those of
 * deploy/alerts/rules.yml.
 */
const leastRoom = { bytes: 1_000_000_000, share: 0.05 };

/**
 * Checks the parts that every installation has: its data folder, its public URL, and the sending of mail. Changes
 * nothing and sends no mail.
 */
export async function* checkInstallation(config: Config, now?: number): AsyncGenerator<Finding> {
  yield* checkDataDir(config, now);
  yield* checkAddress(config);
  yield* checkMail(config);
}

async function* checkDataDir(
  { DATA_DIR: dataDir, DATABASE_URL }: Config,
  now?: number,
): AsyncGenerator<Finding> {
  const common = { group: 'data' } as const;
  const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error.code ?? 'error');
  if (typeof found === 'string') {
    const subject = dataDir;
    if (found === 'ENOENT')
      yield { ...common, subject, result: 'absent', text: 'does not exist yet: the first start creates it' };
    else
      yield {
        ...{ ...common, subject, result: 'wrong', fatal: true, text: `cannot be read (${found})` },
        mend: 'run this as the user of the site, and check the folders above it',
      };
    return;
  }
  yield { ...common, subject: dataDir, ...(await rightsOf(dataDir, found.mode)) };
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const isTight = free < leastRoom.bytes || share < leastRoom.share;
  yield {
    ...common,
    subject: 'disk space',
    result: isTight ? 'wrong' : 'there',
    text: `${(free / 1e9).toFixed(1)} GB are free, ${Math.round(share * 100)} %`,
    mend: isTight ? 'free some space: on a full disk pages can be read but nothing can be saved' : undefined,
  };
  // If the site uses PostgreSQL, its backups may be made on the database server, which this check cannot see. So the
  // last backup is not checked.
  const backup = DATABASE_URL ? null : await backupState(dataDir, now);
  if (!backup) return;
  const { failed } = await lastBackup(dataDir);
  const made = backup.last_at ? `is of ${backup.last_at}` : 'there is none yet';
  const isOld = backup.is_old || !backup.last_at;
  yield {
    ...common,
    subject: 'the last backup',
    result: isOld ? 'wrong' : 'there',
    text: failed ? `${made}; the attempt of ${failed.at} failed: ${failed.problem}` : made,
    mend: isOld
      ? '"npm run studio -- backup --to FOLDER --keep 30" each night, by a timer or a crontab (docs/operations.md, "Care of data")'
      : undefined,
  };
}

async function rightsOf(dataDir: string, mode: number): Promise<Omit<Finding, 'group' | 'subject'>> {
  const barred = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => true);
  if (barred)
    return {
      result: 'wrong',
      fatal: true,
      text: 'this user may not read and write it',
      mend: 'run this as the user of the site; "chown" the folder to that user',
    };
  const rights = (mode & 0o777).toString(8);
  if ((mode & 0o077) === 0) return { result: 'there', text: `only its user may read it (mode ${rights})` };
  return {
    result: 'wrong',
    text: `other users of this machine may read it (mode ${rights})`,
    mend: `chmod 700 ${dataDir}`,
  };
}

function* checkAddress({ PUBLIC_URL: url, TRUST_PROXY: trust, HOST: host }: Config): Generator<Finding> {
  const wrong = (subject: string, text: string, mend: string): Finding => ({
    ...{ group: 'address', subject, result: 'wrong', text, mend },
  });
  const isHere = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url)
    yield {
      ...wrong(
        'PUBLIC_URL',
        'is not set: links in mails, feeds and search engines use the port on this machine',
        'PUBLIC_URL=https://www.example.com, as visitors type it',
      ),
      result: 'absent',
    };
  else if (url.protocol !== 'https:' && !isHere)
    yield wrong(
      'PUBLIC_URL',
      `is ${url.origin}: passwords and applications cross the network unencrypted`,
      'put nginx or Caddy with a certificate in front (docs/deploy.md), and set the https address',
    );
  else yield { group: 'address', subject: 'PUBLIC_URL', result: 'there', text: url.origin };
  if (trust === false && url?.protocol === 'https:')
    yield wrong(
      'TRUST_PROXY',
      'is off, but an https address has a proxy in front: all visitors count as one, and are soon locked out of forms and sign-in',
      'TRUST_PROXY=1 for one proxy (docs/deploy.md)',
    );
  else if (trust === true && !['127.0.0.1', '::1', 'localhost'].includes(host))
    yield wrong(
      'TRUST_PROXY',
      `is on, and the port is open at ${host}: anyone can forge an address`,
      'HOST=127.0.0.1, or TRUST_PROXY with the number or the addresses of your proxies',
    );
  else if (trust !== false && !url)
    yield wrong(
      'TRUST_PROXY',
      'is set, and PUBLIC_URL is not: links use the address behind the proxy',
      'set PUBLIC_URL to the address that visitors type',
    );
  else {
    const text = trust === false ? 'is off: there is no proxy in front' : String(trust);
    yield { group: 'address', subject: 'TRUST_PROXY', result: 'there', text };
  }
}

async function* checkMail({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL }: Config): AsyncGenerator<Finding> {
  if (!url || !from) {
    yield {
      group: 'mail',
      subject: 'SMTP_URL',
      result: 'absent',
      text: 'is not set: confirmations, notices and invitations wait in the outbox',
      mend: 'SMTP_URL=smtps://user:password@mail.example.com and MAIL_FROM',
    };
    return;
  }
  const server = { group: 'mail', subject: new URL(url).host } as const;
  try {
    await createMailTransport({ url, from }, () => ({ name: 'npm run studio -- doctor' })).check();
    const isSigned = new URL(url).username !== '';
    yield {
      ...server,
      result: 'there',
      text: isSigned ? 'answers, and accepts the user and the password' : 'answers',
    };
  } catch (error) {
    yield { ...server, result: 'wrong', ...smtpWords(error) };
  }
  yield { group: 'mail', subject: 'MAIL_FROM', ...fromOf(mailboxOf(from).address, PUBLIC_URL) };
}

/** Describes an error of the mail server. The text never contains SMTP_URL, which includes the password. */
function smtpWords(error: unknown): { text: string; mend: string } {
  const {
    code = '',
    responseCode,
    message = '',
  } = error as {
    code?: string;
    responseCode?: number;
    message?: string;
  };
  const known: [RegExp, text: string, mend: string][] = [
    [
      /EAUTH/,
      `does not accept the user or the password (${responseCode ?? message})`,
      'the user and the password of SMTP_URL, encoded as in an address ("@" is %40)',
    ],
    [/EDNS|ENOTFOUND/, 'the host name cannot be resolved', 'the host of SMTP_URL'],
    [/ECONNREFUSED/, 'refuses the connection', 'the port of SMTP_URL: 587 with smtp://, 465 with smtps://'],
    [
      /ETIMEDOUT|ECONNECTION/,
      `does not answer (${message})`,
      'the port of SMTP_URL; many networks block outgoing connections to 25',
    ],
    [
      /(?:)/,
      message,
      'SMTP_URL: smtps:// for a port with TLS from the start (465), smtp:// for STARTTLS (587)',
    ],
  ];
  const [, text = '', mend = ''] = known.find(([codes]) => codes.test(`${code} ${message}`)) ?? [];
  return { text, mend };
}

function fromOf(from: string, site: URL | undefined): Omit<Finding, 'group' | 'subject'> {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  if (!domain.includes('.') || /\.(?:test|invalid|example|localhost|local)$/.test(domain))
    return {
      result: 'wrong',
      text: `${from}: mail servers refuse mails from ${domain}`,
      mend: 'MAIL_FROM with an address of your own domain',
    };
  const ofSite = site?.hostname.replace(/^www\./, '') ?? domain;
  const isOwn = ofSite === domain || ofSite.endsWith(`.${domain}`) || domain.endsWith(`.${ofSite}`);
  const other = ', of another domain than the site: its SPF and DKIM records must name this mail server';
  return { result: 'there', text: isOwn ? from : from + other };
}
