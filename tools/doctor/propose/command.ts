import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '#shared/contract/index.ts';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { type Config, loadConfig } from '../../../server/config.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import { UsageError } from '../../cli/usage-error.ts';
import { askAccount } from '../../terminal.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import { type Finding, fatal, inGroup } from '../finding.ts';
import { causeOf, header } from '../host.ts';
import { isHealthy as areHealthy, findingsText } from '../report.ts';
import { tryWrites } from '../try-writes.ts';
import { type Draft, draftOf } from './draft.ts';
import { createProber } from './prober.ts';
import { signIn, tokenHeadersOf } from './sign-in.ts';
import { contractPath, recognise, type Surveyed, survey } from './survey.ts';
import { kindNames, kinds } from './table.ts';

/**
 * `npm run studio -- doctor URL`: examines an unknown host and proposes DATA_DIR/host.json for it. Prints the
 * proposal to stdout and the report to stderr; with --json, prints both to stdout. Exit code: 0 if pages and sign-in
 * work with the proposed file; 2 if nothing failed, but a sign-in or content at the host is missing to check this; 1
 * otherwise.
 */
export async function proposeHostFile(given: string, flags: Values<'doctor'>, environment = process.env) {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, ...others } = environment;
  // The credentials of an unknown host need not satisfy this product's rules for ADMIN_EMAIL and ADMIN_PASSWORD.
  const config = loadConfig({ ...others, UPSTREAM_URL: undefined });
  const url = addressOf(given);
  const path = join(config.DATA_DIR, 'host.json');
  if (flags.write && !flags.force && (await stat(path).catch(() => undefined)))
    throw new StartError(`${path} already exists: add --force to overwrite it`);
  const told = { ...flags, login: flags.login && pathOf('login', flags.login, url) };
  for (const kind of kindNames) told[kind] = flags[kind]?.map((each) => pathOf(kind, each, url));
  const silent = Boolean(flags.json);
  const question = `Email or user name at ${url.host} (empty: no sign-in): `;
  const account = await askAccount(question, { email: flags.email, environment, silent });
  const who = account.name && account.password ? account : undefined;
  const say = (words: string) => void (silent || console.error(words));
  const examined = await examine(url, told, who, config, say);
  // A faulty host may repeat a password in its messages, and this report must not.
  const safe = (words: string) => (who ? words.replaceAll(who.password, '•••') : words);
  say(safe(reportOf(examined)));
  const { file, isReady, isHealthy } = examined;
  const text = safe(JSON.stringify(silent ? examined : (file ?? null), null, 2));
  if (file && flags.write) {
    // Readable by its owner only, since its headers may contain secrets.
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.new`, `${safe(JSON.stringify(file, null, 2))}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
    console.error(`Written to ${path}${isReady ? '' : ', which is not ready yet'}.`);
  } else if (flags.write) console.error('Nothing was written.');
  if (silent || (file && !flags.write)) console.log(text);
  return isReady ? 0 : isHealthy ? 2 : 1;
}

/** Calls that many hosts have. Others that are absent are not reported: hardly any host has them but this product. */
const ofManyHosts =
  /\/(jobs|singleJob|team|contactUs|applyJob|requestAccountDeletion|getProjects|getSingleProject|activeBlogs|\w*(Blog|Project|ProjectCategory|Job|TeamMember|getApplicants|getMessages))\b/;

function reportOf({ file, findings, isReady, isSignedIn, open }: Awaited<ReturnType<typeof examine>>) {
  const shown = findings.filter(
    ({ result, subject }) => /there|wrong/.test(result) || (result === 'absent' && ofManyHosts.test(subject)),
  );
  const unchecked = [
    ...open.filter(({ result }) => result === 'untried').map(({ subject, text }) => `${subject}: ${text}`),
    ...(isSignedIn ? [] : ['the sign-in']),
  ].join('; ');
  const questions = file?.['//'].map((each) => `\n  → ${each}`).join('') ?? '';
  return `${findingsText(shown, Boolean(process.stderr.isTTY) && !process.env.NO_COLOR)}
${questions && `\nQuestions, which are in the file too; a comment there says what was not tried or not used${questions}\n`}
${
  isReady
    ? 'Ready: the pages and the sign-in work through this file.'
    : `Not ready: see ✗ and the questions above. Not checked: ${unchecked || 'nothing else'}.`
}`;
}

function addressOf(words: string) {
  const url = URL.parse(words);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(
      `${words.replace(/\/\/.*@/, '//').slice(0, 100)}: must be an http:// or https:// address, without a user name or password`,
    );
  return new URL(url.pathname, url);
}

/** Returns a path of the command line, or a complete URL of the host, as a path of the host's origin. */
function pathOf(name: string, path: string, { origin }: URL) {
  if (!/^(\/|https?:\/\/)/.test(path) || new URL(path, origin).origin !== origin)
    throw new UsageError(`--${name}: must be a path such as /api/${name}, counted from ${origin}`);
  return new URL(path, origin).href.slice(origin.length);
}

/**
 * Examines an unknown host, drafts a host.json for it, and checks the host through this draft. `told` is what the
 * person states: paths from the origin, the zone, and other origins with pictures.
 */
async function examine(
  url: URL,
  told: Values<'doctor'>,
  who: { name: string; password: string } | undefined,
  { UPSTREAM_TIMEOUT_MS: timeoutMs, VIEW_BLOG_AUTH_HEADER: misspelledHeader }: Config,
  say: (text: string) => void,
) {
  const prober = createProber(url, timeoutMs, say);
  const findings: Finding[] = [];
  const nothing = (subject: string, text: string) => {
    findings.push(inGroup('host')(subject, fatal(text)));
    return { file: undefined, findings, ...judge(findings, false) };
  };
  const index = await prober.ask(url.pathname);
  const to = header(index.headers, 'location');
  if (index.status === 0) return nothing(url.href, await causeOf(prober.error, prober.upstream));
  if (URL.canParse(to) && new URL(to).origin !== url.origin)
    return nothing(
      url.href,
      `redirects to ${to}, and redirects to another origin are not followed: use that address`,
    );
  const known = await recognise(prober, index, url, told);
  const isName = who?.name.includes('@') === false;
  const { nameField = isName ? 'username' : 'email', passwordField = 'password' } = known.make;
  const way = { path: told.login ?? known.login, nameField, passwordField, extras: {} };
  const tried = who && (await signIn(prober, way, who));
  const signedIn = tried && 'token' in tried ? tried : undefined;
  const done = await survey(known, prober, signedIn);
  if (Object.keys(done.lists).length === 0)
    return nothing(
      prober.origin + known.root,
      `has no calls of the contract, no index of WordPress and no list whose rows have an id (id, uuid, …_id) with a usual name (${Object.values(
        kinds,
      )
        .flatMap(({ names }) => names)
        .join(
          ', ',
        )}) there or below /api: name the lists with --posts /path, --projects /path and --categories /path`,
    );
  const draft = await draftOf(done, told, way);
  if (isName) draft.put('login_name', 'user_name');
  await addLogout(done, draft);
  say('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(draft.file), 'the proposed file');
  const mediaPaths = [...(file.media.paths ?? [])];
  // The origins come from answers of the host: no request is sent to them before the person has saved the file.
  const adapted = { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false };
  const mine = who && signedIn && { email: who.name, password: who.password };
  const config = {
    // Behind the adapter the names and paths of the contract apply.
    UPSTREAM_LOGIN_PATH: contract.login.path,
    UPSTREAM_LOGOUT_PATH: contract.logout.path,
    UPSTREAM_MEDIA_PATHS: mediaPaths,
    ADMIN_EMAIL: mine?.email ?? '',
    ADMIN_PASSWORD: mine?.password,
  };
  for await (const finding of checkUpstream(prober.upstream, { config, adapted })) findings.push(finding);
  if (tried?.refused)
    findings.push(
      inGroup('sign-in')(
        'sign-in',
        fatal(
          tried.refused,
          'ask what a sign-in sends and where its answer has the token; --login /path, from the origin, names another',
        ),
      ),
    );
  if (told['try-writes']) findings.push(...(await tryWrites(adapted, { who: mine, misspelledHeader })));
  await prober.upstream.close();
  return { file: draft.file, findings, ...judge(findings, signedIn?.isProved === true) };
}

/** Ends the session by the first sign-out that the host accepts, and adds this call. */
async function addLogout({ prober, signedIn, base }: Surveyed, draft: Draft) {
  if (!signedIn) return;
  const { path: login, passwordField, headers } = signedIn.way;
  // A session is deleted, also at Rails with Devise, which takes the password inside of `user`.
  const method = /sessions?\/?$/.test(login) || passwordField.includes('.') ? 'DELETE' : 'POST';
  const beside = login.replace(/(log|sign)([-_]?)in(\/?)$/i, '$1$2out$3');
  const paths = [beside, ...(base === undefined ? [] : [contractPath(base, 'logout')])];
  const sent = { ...tokenHeadersOf(signedIn.ways[0], signedIn.token), ...headers };
  for (const path of method === 'DELETE' ? paths : paths.filter((each) => each !== login)) {
    const { status } = await prober.send(method, path, sent);
    if (status >= 200 && status < 300)
      return draft.call('logout', path, method === 'DELETE' ? { method } : {});
  }
  draft.put('calls.logout', 'absent');
  draft.ask(
    `calls.logout: not found (${method} ${paths.join(', ')}), so a token stays valid: ask how to end one.`,
  );
}

/** The reads that pages need. */
const pageReads = /^GET \/api\/((singlePost|getSingleCategory)\/\{id\}|getProjectCategory|blogs)$/;

/** `isReady` is true if the pages and the sign-in work. `open` are findings of what could not be checked. */
function judge(findings: readonly Finding[], isSignedIn: boolean) {
  const isHealthy = areHealthy(findings);
  const open = findings.filter(({ subject, result }) => result !== 'there' && pageReads.test(subject));
  return { isSignedIn, isHealthy, open, isReady: isSignedIn && isHealthy && open.length === 0 };
}
