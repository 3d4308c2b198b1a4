import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutCall } from '../../../server/bff/hosts/without-call.ts';
import { ConfigError, loadConfig } from '../../../server/config.ts';
import { askFor, askSecret } from '../../terminal.ts';
import { examine } from './examine.ts';
import { examinedText } from './report.ts';

/** Options behind the address on the command line. */
export const proposeOptions = {
  email: { type: 'string' },
  zone: { type: 'string' },
  login: { type: 'string' },
  posts: { type: 'string' },
  projects: { type: 'string' },
  categories: { type: 'string' },
  jobs: { type: 'string' },
  team: { type: 'string' },
  contact: { type: 'string' },
  'calls-per-minute': { type: 'string' },
  calls: { type: 'string' },
  seconds: { type: 'string' },
  'media-origin': { type: 'string', multiple: true },
  'try-writes': { type: 'boolean' },
  write: { type: 'boolean' },
  force: { type: 'boolean' },
} as const;

type ProposeFlags = {
  [Name in keyof typeof proposeOptions]?: Name extends 'media-origin'
    ? string[]
    : Name extends 'try-writes' | 'write' | 'force'
      ? boolean
      : string;
} & { json?: boolean };

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
  const [perMinute = 60, calls, seconds] = (['calls-per-minute', 'calls', 'seconds'] as const).map((name) =>
    numberOf(name, flags[name]),
  );
  const lists = {
    post: 'posts',
    project: 'projects',
    category: 'categories',
    job: 'jobs',
    member: 'team',
    contact: 'contact',
  } as const;
  const paths = Object.fromEntries(
    Object.entries(lists).flatMap(([kind, name]) =>
      flags[name] === undefined ? [] : [[kind, pathOf(name, flags[name], url)]],
    ),
  );
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
    ...(flags.login !== undefined && { login: pathOf('login', flags.login, url) }),
    ...(calls !== undefined && { calls }),
    ...(seconds !== undefined && { seconds }),
    ...{ told: paths, mediaOrigins, perMinute, triesWrites: flags['try-writes'] === true },
    ...(!flags.json && { say: (text: string) => console.error(text) }),
  });

  // Answers are a host's own words. A password in them would be a mistake of the host, and must not become one of ours.
  const told = (text: string) => secrets.reduce((all, secret) => all.replaceAll(secret, '•••'), text);
  const { isReady, file, ...rest } = examined;
  const isAlmost = !isReady && file && !rest.findings.some(({ fatal }) => fatal) && secrets.length === 0;
  if (flags.json) console.log(told(JSON.stringify({ ready: isReady, file: file ?? null, ...rest }, null, 2)));
  else {
    console.error(told(examinedText(examined, Boolean(process.stderr.isTTY) && !process.env.NO_COLOR)));
    if (file && !flags.write) console.log(told(JSON.stringify(file, null, 2)));
  }
  if (file && flags.write) {
    await writeHostFile(path, told(JSON.stringify(file, null, 2)));
    console.error(`Written to ${path}${isReady ? '' : ', which is not ready yet'}.`);
  }
  const isWritten = !rest.writes.some(({ result }) => result === 'wrong');
  return isReady && isWritten ? 0 : isAlmost ? 2 : 1;
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

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new ConfigError([`  --${name}: must be a whole number`]);
  return Number(text);
}

/** A path that was told, from the origin; a whole address on that origin will do. */
function pathOf(name: string, text: string, { origin }: URL): string {
  if (!/^(\/|https?:\/\/)/.test(text) || new URL(text, origin).origin !== origin)
    throw new ConfigError([`  --${name}: must be a path such as /api/${name}, counted from ${origin}`]);
  const { pathname, search } = new URL(text, origin);
  return pathname + search;
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
