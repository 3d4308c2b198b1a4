import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { type Config, loadConfig } from '../../../server/config.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import { UsageError } from '../../cli/context.ts';
import { askAccount } from '../../terminal.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import { type Finding, fatal, inGroup } from '../finding.ts';
import { causeOf, header } from '../host.ts';
import { findingsOf, findingsText, isHealthy } from '../report.ts';
import { type Draft, draftOf } from './draft.ts';
import { signOuts } from './matching.ts';
import { createProber, signIn, tokenHeadersOf, wayOf } from './prober.ts';
import { pathsIn, recognise, type Surveyed, survey } from './survey.ts';

/**
 * `npm run studio -- doctor URL`: examines an unknown host and proposes DATA_DIR/host.json for it. Prints the
 * proposal to stdout and the report to stderr. Exit code: 0 if pages and sign-in work with the proposed file; 2 if
 * nothing failed, but a sign-in or content at the host is missing to check this; 1 otherwise.
 */
export async function proposeHostFile(given: string, flags: Values<'doctor'>, environment = process.env) {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, UPSTREAM_URL, UPSTREAM_LOGIN_PATH, UPSTREAM_LOGOUT_PATH, ...others } =
    environment;
  // The credentials of an unknown host need not satisfy this product's rules for ADMIN_EMAIL and ADMIN_PASSWORD. Behind
  // the adapter the paths of the contract apply.
  const config = loadConfig(others);
  const url = addressOf(given);
  const path = join(config.DATA_DIR, 'host.json');
  if (flags.write && !flags.force && existsSync(path))
    throw new StartError(`${path} already exists: add --force to overwrite it`);
  const noPath = [...pathsIn(flags), flags.login ?? '/'].find((each) => !/^\/(?!\/)/.test(each));
  if (noPath !== undefined)
    throw new UsageError(`${noPath}: must be a path such as /api/posts, counted from the origin`);
  const account = await askAccount(`Email or user name at ${url.host} (empty: no sign-in): `, {
    ...{ email: flags.email, environment, silent: Boolean(flags.json) },
  });
  const who = account.name && account.password ? account : undefined;
  const { file, findings, isReady } = await examine(url, flags, who, config);
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

/** What has to be right before the site is seen to work: the sign-in, the reads of pages, and the pages of lists. */
const needed =
  /^(POST \/api\/login|GET \/api\/((singlePost|getSingleCategory)\/\{id\}|getProjectCategory|blogs)|host\.json: envelope\..*)$/;

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

/**
 * Examines an unknown host, drafts a host.json for it, and checks the host through this draft. `told` is what the
 * person states: paths from the origin, the zone, and other origins with pictures.
 */
async function examine(
  url: URL,
  told: Values<'doctor'>,
  who: { name: string; password: string } | undefined,
  site: Config,
) {
  const prober = createProber(url, site.UPSTREAM_TIMEOUT_MS);
  const { status, headers } = await prober.ask(url.pathname);
  const to = header(headers, 'location');
  if (status === 0) throw new StartError(`${url.href}: ${await causeOf(prober.error, prober.upstream)}`);
  if (URL.canParse(to) && new URL(to).origin !== url.origin)
    throw new StartError(
      `${url.href} redirects to ${to}, and redirects to another origin are not followed: use that address`,
    );
  const known = await recognise(prober, url, told);
  const isName = who?.name.includes('@') === false;
  const way = wayOf(known, told, isName);
  const tried = who && (await signIn(prober, way, who));
  const signedIn = tried && 'token' in tried ? tried : undefined;
  const done = await survey(known, prober, told, signedIn);
  if (Object.keys(done.lists).length === 0)
    throw new StartError(
      [
        `${prober.origin}${known.root} has no index of WordPress and no list whose rows have an id (id, uuid, num, …_id) with a usual name (posts, projects, services …) there or below /api: name the lists with --posts /path, --projects /path and --categories /path, and an id of another name with --id`,
        ...done.problems,
      ].join('\n'),
    );
  const draft = await draftOf(done, tried?.way ?? way);
  if (isName) draft.put('login_name', 'user_name');
  await addLogout(done, draft);
  console.error('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(draft.file), 'the proposed file');
  const mediaPaths = [...(file.media.paths ?? [])];
  // The origins come from answers of the host: no request is sent to them before the person has saved the file.
  const adapted = { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false };
  const config = {
    ...site,
    UPSTREAM_MEDIA_PATHS: mediaPaths,
    ADMIN_EMAIL: who?.name ?? '',
    ADMIN_PASSWORD: signedIn && who?.password,
  };
  const triesWrites = told['try-writes'] === true;
  const refused = fatal(
    tried?.refused ?? '',
    'ask what a sign-in sends and where its answer has the token; --login /path, from the origin, names another, and --login-fields name,password its fields (calls.login.body of the file)',
  );
  const findings = await findingsOf([
    checkUpstream(prober.upstream, { config, adapted, triesWrites }),
    tried?.refused ? [inGroup('sign-in')('POST /api/login', refused)] : [],
  ]);
  await prober.upstream.close();
  const isReady =
    isHealthy(findings) &&
    findings.every(({ subject, result }) => result === 'there' || !needed.test(subject)) &&
    done.problems.length === 0 &&
    signedIn?.isProved === true;
  return { file: draft.file, findings, isReady };
}

/** Ends the session by the sign-out that is named as the sign-in is, and adds this call. */
async function addLogout({ prober, signedIn }: Surveyed, draft: Draft) {
  if (!signedIn) return;
  const { path: login, passwordField } = signedIn.way;
  // A session is deleted, also at Rails with Devise, which takes the password inside of `user`.
  const method = /sessions?\/?$/.test(login) || passwordField.includes('.') ? 'DELETE' : undefined;
  const path = signOuts.reduce((all, [enter, leave]) => all.replace(enter, leave), login);
  const verb = method ?? 'POST';
  if (method || path !== login) {
    const { status } = await prober.send(verb, path, tokenHeadersOf(signedIn.ways[0], signedIn.token));
    if (status >= 200 && status < 300) return draft.call('logout', path, { method });
  }
  draft.put('calls.logout', 'absent');
  draft.ask(`calls.logout: not found (${verb} ${path}), so a token stays valid: ask how to end one.`);
}
