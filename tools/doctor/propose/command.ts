import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostFileSchema } from '../../../hosts/host-file/schema.ts';
import { loadConfig } from '../../../server/config.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import { UsageError } from '../../cli/usage-error.ts';
import { askFor, askSecret } from '../../terminal.ts';
import { examine } from './examine.ts';
import { kindNames } from './makes.ts';
import type { Paths } from './recognise.ts';
import { examinedText } from './report.ts';

type Flags = Values<'doctor'>;

/**
 * `npm run studio -- doctor URL`: examines an unknown host and proposes DATA_DIR/host.json for it. Prints the
 * proposal to stdout and the report to stderr; with --json, prints both to stdout. Exit code: 0 if pages and sign-in
 * work with the proposed file; 2 if the only thing missing is a sign-in, or content at the host with which the pages
 * can be checked; 1 otherwise.
 */
export async function proposeHostFile(
  given: string,
  flags: Flags,
  environment: Record<string, string | undefined> = process.env,
): Promise<number> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ...others } = environment;
  // ADMIN_EMAIL and ADMIN_PASSWORD are left out: the credentials of an unknown host need not satisfy this product's
  // rules for them.
  const config = loadConfig({ ...others, UPSTREAM_URL: undefined });
  const url = addressOf(given);
  refuseZone(flags);
  const path = join(config.DATA_DIR, 'host.json');
  await refuseOverwriting(path, flags);
  const { json: isJson = false } = flags;
  const secrets: string[] = [];
  const examined = await examine({
    url,
    config,
    told: Object.fromEntries(
      kindNames.flatMap((kind) =>
        flags[kind] ? [[kind, flags[kind].map((each) => pathOf(kind, each, url))]] : [],
      ),
    ) satisfies Paths,
    zone: flags.zone,
    async credentials(login) {
      const credentials = await askCredentials(login, flags, { email, password });
      if (credentials) secrets.push(credentials.password);
      return credentials;
    },
    login: flags.login && pathOf('login', flags.login, url),
    mediaOrigins: (flags['media-origin'] ?? []).map((each) => addressOf(each).href.replace(/\/$/, '')),
    calls: callsIn(flags),
    triesWrites: flags['try-writes'] === true,
    say: isJson ? undefined : (words) => console.error(words),
  });
  await give(examined, path, flags, secrets);
  return exitCodeOf(examined, secrets.length > 0);
}

function refuseZone({ zone }: Flags): void {
  if (zone !== undefined && !hostFileSchema.shape.dates.safeParse({ zone }).success)
    throw new UsageError('--zone: must be the name of a time zone, such as Asia/Karachi');
}

async function refuseOverwriting(path: string, { write, force }: Flags): Promise<void> {
  if (write && !force && (await stat(path).catch(() => undefined)))
    throw new StartError(`${path} already exists: add --force to overwrite it`);
}

/**
 * Returns the credentials from the options and the environment, or as typed at a terminal; undefined if there are
 * none.
 */
async function askCredentials(
  login: string,
  flags: Flags,
  set: { email: string | undefined; password: string | undefined },
): Promise<{ name: string; password: string } | undefined> {
  const isAsked = Boolean(process.stdin.isTTY) && !flags.json;
  const question = `Email or user name for ${login} (empty: no sign-in): `;
  const name = flags.email ?? set.email ?? (isAsked ? await askFor(question) : '');
  const typed = name && isAsked && !set.password ? askSecret('Password (not shown): ') : '';
  const password = set.password ?? (await typed);
  return name && password ? { name, password } : undefined;
}

type Examined = Awaited<ReturnType<typeof examine>>;

/** Prints the report, and prints the proposed file or writes it to `path`. */
async function give(
  examined: Examined,
  path: string,
  flags: Flags,
  secrets: readonly string[],
): Promise<void> {
  // Replaces passwords in the output. A faulty host may repeat a password in its messages, and this report must not.
  const safe = (words: string) => secrets.reduce((all, secret) => all.replaceAll(secret, '•••'), words);
  const { isReady, isSignedIn, file, ...rest } = examined;
  const words = safe(JSON.stringify(file ?? null, null, 2));
  const document = { ready: isReady, signedIn: isSignedIn, file: file ?? null, ...rest };
  if (flags.json) console.log(safe(JSON.stringify(document, null, 2)));
  else console.error(safe(examinedText(examined, Boolean(process.stderr.isTTY) && !process.env.NO_COLOR)));
  if (!file) return;
  if (flags.write) {
    await writeHostFile(path, words);
    console.error(`Written to ${path}${isReady ? '' : ', which is not ready yet'}.`);
  } else if (!flags.json) console.log(words);
}

function exitCodeOf(examined: Examined, hasCredentials: boolean): 0 | 1 | 2 {
  const { isReady, isSignedIn, missing, file, findings, writes } = examined;
  if (isReady || missing.length > 0) {
    if (writes.some(({ result }) => result === 'wrong')) return 1;
    if (isReady) return 0;
  }
  const isUntested = !hasCredentials || (isSignedIn && missing.length > 0);
  return file && !findings.some(({ fatal }) => fatal) && isUntested ? 2 : 1;
}

/** Writes the file atomically, and readable by its owner only, since its headers may contain secrets. */
async function writeHostFile(path: string, words: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.new`;
  await writeFile(fresh, `${words}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(fresh, 0o600);
  await rename(fresh, path);
}

function addressOf(words: string): URL {
  const url = URL.canParse(words) ? new URL(words) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${words.slice(0, 100)}: must be an http:// or https:// address`);
  if (url.username || url.password)
    throw new UsageError('The address must not contain a user name or password: the doctor asks for them.');
  return new URL(url.pathname, url);
}

function callsIn({ calls }: Flags): number | undefined {
  if (calls !== undefined && !/^[1-9]\d{0,4}$/.test(calls))
    throw new UsageError('--calls: must be a whole number');
  return calls === undefined ? undefined : Number(calls);
}

/**
 * Returns a path of the command line as a path of the host's origin. Also accepts a complete URL of that origin.
 * Throws UsageError for anything else.
 */
function pathOf(name: string, path: string, { origin }: URL): string {
  if (!/^(\/|https?:\/\/)/.test(path) || new URL(path, origin).origin !== origin)
    throw new UsageError(`--${name}: must be a path such as /api/${name}, counted from ${origin}`);
  const { pathname, search } = new URL(path, origin);
  return pathname + search;
}
