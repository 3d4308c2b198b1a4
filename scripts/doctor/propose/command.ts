import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '../../../server/config.ts';
import { askFor, askSecret } from '../../terminal.ts';
import { examine } from './examine.ts';
import { examinedText } from './report.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** Options behind the address on the command line. */
export const proposeOptions = {
  email: text,
  zone: text,
  login: text,
  posts: text,
  projects: text,
  categories: text,
  jobs: text,
  team: text,
  contact: text,
  'calls-per-minute': text,
  calls: text,
  seconds: text,
  'media-origin': { ...text, multiple: true },
  'try-writes': flag,
  write: flag,
  force: flag,
} as const;

type Options = typeof proposeOptions;

type ProposeFlags = {
  [Name in keyof Options]?: Options[Name] extends { multiple: true }
    ? string[]
    : Options[Name] extends { type: 'boolean' }
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
  const lists = ['posts', 'projects', 'categories', 'jobs', 'team', 'contact'] as const;
  const told = lists.map((name) => [name, pathOf(name, flags[name], url)]).filter(([, path]) => path);
  const { zone, json: isJson = false } = flags;
  if (zone !== undefined) checkZone(zone);
  const path = join(config.DATA_DIR, 'host.json');
  if (flags.write && !flags.force && (await stat(path).catch(() => undefined)))
    throw new ConfigError([`  ${path} is there already: say --force as well to write over it`]);

  const isAsked = Boolean(process.stdin.isTTY) && !isJson;
  const secrets: string[] = [];
  const examined = await examine({
    url,
    config,
    async credentials(login) {
      const question = `Who signs in at ${login}? (nothing: nobody) `;
      const name = flags.email ?? emailSet ?? (isAsked ? await askFor(question) : '');
      if (!name) return undefined;
      const password = passwordSet ?? (isAsked ? await askSecret('The password (it is not shown): ') : '');
      if (!password) return undefined;
      secrets.push(password);
      return { name, password };
    },
    zone,
    askZone: isAsked ? askZone : undefined,
    login: pathOf('login', flags.login, url),
    told: Object.fromEntries(told),
    mediaOrigins: (flags['media-origin'] ?? []).map((each) => addressOf(each).href.replace(/\/$/, '')),
    perMinute: numberOf('calls-per-minute', flags['calls-per-minute']) ?? 60,
    calls: numberOf('calls', flags.calls),
    seconds: numberOf('seconds', flags.seconds),
    triesWrites: flags['try-writes'] === true,
    say: isJson ? undefined : (words) => console.error(words),
  });

  // Answers are a host's own words. A password in them would be a mistake of the host, and must not become one of ours.
  const safe = (words: string) => secrets.reduce((all, secret) => all.replaceAll(secret, '•••'), words);
  const { isReady, file, ...rest } = examined;
  const isAlmost = !isReady && file && !rest.findings.some(({ fatal }) => fatal) && secrets.length === 0;
  if (isJson) console.log(safe(JSON.stringify({ ready: isReady, file: file ?? null, ...rest }, null, 2)));
  else console.error(safe(examinedText(examined, Boolean(process.stderr.isTTY) && !process.env.NO_COLOR)));
  if (!isJson && file && !flags.write) console.log(safe(JSON.stringify(file, null, 2)));
  if (file && flags.write) {
    await writeHostFile(path, safe(JSON.stringify(file, null, 2)));
    console.error(`Written to ${path}${isReady ? '' : ', which is not ready yet'}.`);
  }
  const isWritten = !rest.writes.some(({ result }) => result === 'wrong');
  return isReady && isWritten ? 0 : isAlmost ? 2 : 1;
}

/** Puts the file in its place in one step, for nobody else to read: its headers may be keys. */
async function writeHostFile(path: string, words: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}.new`;
  await writeFile(beside, `${words}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(beside, 0o600);
  await rename(beside, path);
}

function addressOf(words: string): URL {
  const url = URL.canParse(words) ? new URL(words) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError([`  ${words.slice(0, 100)}: must be an http:// or https:// address`]);
  if (url.username || url.password)
    throw new ConfigError([
      '  the address must not have a user name or password in it: the doctor asks for them',
    ]);
  url.search = '';
  url.hash = '';
  return url;
}

function numberOf(name: string, digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(digits)) throw new ConfigError([`  --${name}: must be a whole number`]);
  return Number(digits);
}

/** A path that was told, from the origin; a whole address on that origin will do. */
function pathOf(name: string, path: string | undefined, { origin }: URL): string | undefined {
  if (path === undefined) return undefined;
  if (!/^(\/|https?:\/\/)/.test(path) || new URL(path, origin).origin !== origin)
    throw new ConfigError([`  --${name}: must be a path such as /api/${name}, counted from ${origin}`]);
  const { pathname, search } = new URL(path, origin);
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
  if (zone !== '') checkZone(zone);
  return zone || undefined;
}
