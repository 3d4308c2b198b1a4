import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createUpstream } from '../../server/bff/upstream/client.ts';
import { type Config, loadConfig } from '../../server/config.ts';
import { StartError } from '../../server/errors.ts';
import { assertReadable } from '../../server/process/data-dir.ts';
import { openHost } from '../../server/product/open-company.ts';
import { type Arguments, UsageError, type Values } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { checkUpstream } from '../doctor/checks.ts';
import { type Finding, findingsOf, findingsText, isHealthy, reportText } from '../doctor/finding.ts';
import { adaptedHost } from '../doctor/host.ts';
import { checkBucket, checkDatabase, checkInstallation } from '../doctor/installation.ts';
import { examineUnknown, needed } from '../doctor/propose/proposal.ts';
import { pathsIn } from '../doctor/propose/survey.ts';
import { askAccount } from '../terminal.ts';

/**
 * `npm run studio -- doctor [URL]`: checks the installation of this environment. With a URL, examines the API host
 * there and proposes a host.json for it.
 */
export async function run({ paths, values }: Arguments<'doctor'>, context: Context) {
  const [url] = paths;
  if (url !== undefined) return proposeHostFile(url, values, context.environment);
  const ofBoth = ['json', 'try-writes'];
  const [ofUrl] = Object.entries(values).flatMap(([name, value]) =>
    value && !ofBoth.includes(name) ? [name] : [],
  );
  if (ofUrl) throw new UsageError(`--${ofUrl} needs an address: doctor URL.`);
  const examined = await examine(await readSettings(context), context, values['try-writes'] === true);
  const { host, ok, waiting, findings } = examined;
  context.say(reportText(findings, Boolean(process.stdout.isTTY) && !context.environment.NO_COLOR));
  for (const line of waitingLines(examined)) context.say(line);
  context.answer({ host: host ?? null, ok, waiting: waiting.forms, mails: waiting.mails, findings });
  if (!ok) return 1;
  return findings.some(({ result }) => result === 'wrong') ? 3 : 0;
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Reads the configuration of the site and its host.json. */
async function readSettings({ environment, warn }: Context) {
  const { ADMIN_EMAIL: who, ...others } = environment;
  // ADMIN_EMAIL may be a user name, if host.json says that people sign in with one. `loadConfig` accepts only an
  // email address, so a user name is not passed to it.
  const isName = who !== undefined && !who.includes('@');
  const asked = loadConfig(isName ? others : environment);
  // Checked before host.json is read: otherwise a folder that this user may not read would be reported as a problem
  // of the files in it.
  await assertReadable(asked.DATA_DIR);
  const opened = await openHost(asked, warn);
  const config: Config = { ...(opened?.config ?? asked), ...(isName && opened && { ADMIN_EMAIL: who }) };
  return { config, opened };
}

async function examine(settings: Settings, context: Context, triesWrites: boolean) {
  const { config } = settings;
  const { UPSTREAM_URL: host, DATABASE_URL: database, DATA_DIR: dataDir } = config;
  if (triesWrites && !host)
    throw new UsageError('--try-writes needs an API host: UPSTREAM_URL, DATA_DIR/host.json or an address.');
  // On PostgreSQL the queue is in the database. A queue file that remains in DATA_DIR after a move is not read any
  // more.
  const waiting = { forms: database ? 0 : waitingIn(dataDir), mails: 0 };
  const checks = [
    ...(host ? [] : [checkInstallation(config)]),
    ...(database ? [checkDatabase(database, (there) => Object.assign(waiting, there))] : []),
    checkBucket(config),
    ...(host ? [checkHost(host, settings, context, triesWrites)] : []),
  ];
  const findings = await findingsOf(checks);
  return {
    /** Origin of the API host; undefined for the embedded engine. */
    host: host?.origin,
    ok: isHealthy(findings),
    findings,
    waiting,
    /** Name of the place where queued forms and mails are stored. */
    queue: database ? 'the database' : dataDir,
  };
}

async function* checkHost(
  host: URL,
  { config, opened }: Settings,
  { warn, isJson }: Context,
  triesWrites: boolean,
) {
  const way = opened ? `through ${config.DATA_DIR}/host.json` : 'against the contract';
  const changes = triesWrites ? 'a draft is saved there and deleted again' : 'nothing is changed on it';
  if (!isJson) warn(`Checking ${host.origin} ${way}; ${changes}.`);
  const upstream = createUpstream(host, config.UPSTREAM_TIMEOUT_MS);
  const adapted = opened && adaptedHost(upstream, opened.file, config.UPSTREAM_MEDIA_PATHS);
  yield* checkUpstream(upstream, { config, say: warn, triesWrites, adapted });
  await upstream.close();
}

function waitingLines({ waiting, queue }: Awaited<ReturnType<typeof examine>>) {
  const { forms, mails } = waiting;
  const formsText = forms === 1 ? 'One visitor form waits' : `${forms} visitor forms wait`;
  const mailsText = mails === 1 ? 'One mail waits' : `${mails} mails wait`;
  return [
    ...(forms > 0 ? [`${formsText} in ${queue} for the API host.`] : []),
    ...(mails > 0 ? [`${mailsText} in ${queue} to be sent.`] : []),
  ];
}

/** Returns the number of visitors' forms in the queue of a folder, also in the tables of earlier releases. */
function waitingIn(dataDir: string) {
  const file = join(dataDir, 'intake.sqlite');
  if (!existsSync(file)) return 0;
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database
    .prepare("select name from sqlite_schema where name in ('intake_tasks', 'intake_items', 'items')")
    .all();
  const counts = tables.map(({ name }) =>
    database
      .prepare(`select count(*) as n from ${name} where state not in ('arriving', 'delivered', 'notice')`)
      .get(),
  );
  return counts.reduce((sum, count) => sum + Number(count?.n), 0);
}

/**
 * `npm run studio -- doctor URL`: examines an unknown host and proposes DATA_DIR/host.json for it. Prints the
 * proposal to stdout and the report to stderr. Exit code: 0 if pages and sign-in work with the proposed file; 2 if
 * nothing failed, but a sign-in or content at the host is missing to check this; 1 otherwise.
 */
export async function proposeHostFile(given: string, flags: Values<'doctor'>, environment = process.env) {
  // The credentials of an unknown host need not satisfy this product's rules for ADMIN_EMAIL and ADMIN_PASSWORD. Behind
  // the adapter the paths of the contract apply.
  const { DATA_DIR, UPSTREAM_TIMEOUT_MS } = environment;
  const config = loadConfig({ DATA_DIR, UPSTREAM_TIMEOUT_MS });
  const url = addressOf(given);
  const path = join(config.DATA_DIR, 'host.json');
  if (flags.write && !flags.force && existsSync(path))
    throw new StartError(`${path} already exists: add --force to overwrite it`);
  const noPath = [...pathsIn(flags), flags.login ?? '/'].find((each) => !/^\/(?!\/)/.test(each));
  if (noPath !== undefined)
    throw new UsageError(`${noPath}: must be a path such as /api/posts, counted from the origin`);
  const account = await askAccount(`Email or user name at ${url.host} (empty: no sign-in): `, {
    email: flags.email,
    environment,
    silent: Boolean(flags.json),
  });
  const who = account.name && account.password ? account : undefined;
  const { file, findings, isReady } = await examineUnknown(url, flags, who, config);
  // A faulty host may repeat a password in its messages, and this report must not.
  const safe = (words: string) => (who ? words.replaceAll(who.password, '•••') : words);
  console.error(safe(reportOf(file['//'], findings, isReady)));
  const text = safe(JSON.stringify(file, null, 2));
  if (flags.write) {
    // Readable by its owner only, since its headers may contain secrets: so it is a new file, also in place of another.
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
    console.error(`Written to ${path}${isReady ? '' : ', which is not ready yet'}.`);
  }
  if (flags.json || !flags.write) console.log(text);
  return isReady ? 0 : isHealthy(findings) ? 2 : 1;
}

/** Calls that many hosts have. Others that are absent are not reported: hardly any host has them but this product. */
const ofManyHosts =
  /\/(jobs|singleJob|team|contactUs|applyJob|requestAccountDeletion|getProjects|getSingleProject|activeBlogs|\w*(Blog|Project|ProjectCategory|Job|TeamMember|getApplicants|getMessages))\b/;

function reportOf(questions: readonly string[], findings: readonly Finding[], isReady: boolean) {
  const shown = findings.filter(
    ({ result, subject }) =>
      /there|wrong/.test(result) || (result === 'absent' ? ofManyHosts : needed).test(subject),
  );
  return `${findingsText(shown, Boolean(process.stderr.isTTY) && !process.env.NO_COLOR)}

Questions, which are in the file too; a comment there says what was not tried or not used${questions.map((each) => `\n  → ${each}`).join('')}

${isReady ? 'Ready: the pages and the sign-in work through this file.' : 'Not ready: see ✗, ? and the questions above.'}`;
}

function addressOf(words: string) {
  const url = URL.parse(words);
  if (!url || !/^https?:\/\/[^/@]*\//.test(url.href))
    throw new UsageError(
      `${words.replace(/\/\/.*@/, '//').slice(0, 100)}: must be an http:// or https:// address, without a user name or password`,
    );
  return new URL(url.pathname, url);
}
