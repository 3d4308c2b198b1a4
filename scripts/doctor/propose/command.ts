import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutCall } from '../../../server/bff/hosts/without-call.ts';
import { ConfigError, loadConfig } from '../../../server/config.ts';
import { examine } from './examine.ts';
import { examinedText } from './examined-report.ts';
import { askFor, askSecret } from './terminal.ts';

/** What stands behind the address on the command line. */
export interface ProposeFlags {
  email?: string | undefined;
  zone?: string | undefined;
  login?: string | undefined;
  'calls-per-minute'?: string | undefined;
  'media-origin'?: string[] | undefined;
  write?: boolean | undefined;
  force?: boolean | undefined;
  json?: boolean | undefined;
}

/**
 * `npm run doctor -- URL`: looks at a host of which nothing is known, and proposes DATA_DIR/host.json for it. The proposal goes to stdout,
 * what was seen to stderr; with --json all of it goes to stdout. The exit code: 0 when pages and sign-in work through the proposed file,
 * 1 when not, 2 when they would but nobody has signed in.
 */
export async function proposeHostFile(
  given: string,
  flags: ProposeFlags,
  environment: Record<string, string | undefined> = process.env,
): Promise<number> {
  const { ADMIN_EMAIL: emailSet, ADMIN_PASSWORD: passwordSet, ...others } = environment;
  // What people sign in with at a foreign host follows its rules, not ours.
  const config = loadConfig({ ...others, UPSTREAM_URL: undefined });
  const url = addressOf(given);
  const perMinute = callsOf(flags['calls-per-minute']);
  const mediaOrigins = (flags['media-origin'] ?? []).map((each) => addressOf(each).origin);
  if (flags.zone !== undefined) checkZone(flags.zone);
  const path = join(config.DATA_DIR, 'host.json');
  if (flags.write && !flags.force && (await stat(path).catch(() => undefined)))
    throw new ConfigError([`  ${path} is there already: say --force as well to write over it`]);

  const isAsked = Boolean(process.stdin.isTTY) && !flags.json;
  const secrets: string[] = [];
  const examined = await examine({
    url,
    config,
    without: withoutCall,
    async credentials(login) {
      const name =
        flags.email ??
        emailSet ??
        (isAsked ? await askFor(`Who signs in at ${login}? (nothing: nobody) `) : '');
      if (!name) return undefined;
      const password = passwordSet ?? (isAsked ? await askSecret('The password (it is not shown): ') : '');
      if (!password) return undefined;
      secrets.push(password);
      return { name, password };
    },
    ...(flags.zone !== undefined && { zone: flags.zone }),
    ...(isAsked && { askZone }),
    ...(flags.login !== undefined && { login: flags.login }),
    mediaOrigins,
    perMinute,
    ...(!flags.json && { say: (text: string) => console.error(text) }),
  });

  // Answers are a host's own words. A password in them would be a mistake of the host, and must not become one of ours.
  const told = (text: string) => secrets.reduce((all, secret) => all.replaceAll(secret, '•••'), text);
  const { isReady, file, ...rest } = examined;
  const isAlmost =
    !isReady && file !== undefined && !rest.findings.some(({ fatal }) => fatal) && secrets.length === 0;
  if (flags.json) console.log(told(JSON.stringify({ ready: isReady, file: file ?? null, ...rest }, null, 2)));
  else {
    console.error(told(examinedText(examined, Boolean(process.stderr.isTTY) && !process.env.NO_COLOR)));
    if (file && !flags.write) console.log(told(JSON.stringify(file, null, 2)));
  }
  if (file && flags.write) {
    await writeHostFile(path, told(JSON.stringify(file, null, 2)));
    console.error(`Written to ${path}${isReady ? '' : ', which is not ready yet'}.`);
  }
  return isReady ? 0 : isAlmost ? 2 : 1;
}

/** Puts the file in its place in one step, for nobody else to read: its headers may be keys. */
async function writeHostFile(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}.new`;
  await writeFile(beside, `${text}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(beside, 0o600);
  await rename(beside, path);
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError([`  ${text.slice(0, 100)}: must be an http:// or https:// address`]);
  if (url.username || url.password)
    throw new ConfigError([
      '  the address must not have a user name or a password in it: the doctor asks for them',
    ]);
  url.search = '';
  url.hash = '';
  return url;
}

function callsOf(text: string | undefined): number {
  if (text === undefined) return 60;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new ConfigError(['  --calls-per-minute: must be a whole number']);
  return Number(text);
}

function checkZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new ConfigError(['  --zone: must be the name of a time zone, such as Asia/Karachi']);
  }
}

async function askZone(sample: string): Promise<string | undefined> {
  const zone = await askFor(
    `${sample}, without a zone. In which zone is it? (such as Asia/Karachi; nothing: UTC) `,
  );
  if (zone === '') return undefined;
  checkZone(zone);
  return zone;
}
