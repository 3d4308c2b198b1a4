import { parseHostFile } from '../../../hosts/host-file/load.ts';
import type { Config } from '../../../server/config.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import type { Finding } from '../finding.ts';
import { causeOf, header } from '../host.ts';
import { tryWrites } from '../try-writes.ts';
import type { Draft } from './draft.ts';
import { kinds } from './makes.ts';
import { type Budget, createProber, type ProbeAnswer, type Prober } from './prober.ts';
import { type Paths, type Recognised, recognise } from './recognise.ts';
import { type LoginDetection, logoutFor, type SignedIn, signIn, tokenHeadersOf } from './sign-in.ts';
import { contractPath, survey } from './survey.ts';
import { writeDown } from './write-down.ts';

export interface ExamineOptions extends Budget {
  url: URL;
  config: Pick<Config, 'UPSTREAM_TIMEOUT_MS' | 'VIEW_BLOG_AUTH_HEADER'>;
  /** Asks the person for credentials; returns undefined if the person does not want to sign in. */
  credentials(path: string): Promise<{ name: string; password: string } | undefined>;
  /** Paths that the person states, counted from the origin: of the sign-in, and of lists. */
  login?: string | undefined;
  told?: Paths;
  zone?: string | undefined;
  /** Other origins on which the host has pictures. */
  mediaOrigins?: readonly string[];
  /** True to test writes: saves, changes and deletes a draft through the proposed file. */
  triesWrites?: boolean;
}

export type Examined = Awaited<ReturnType<typeof examine>>;

/** Examines an unknown host, drafts a host.json for it, and checks the host through this draft. */
export async function examine(options: ExamineOptions) {
  const { url, config, mediaOrigins = [], say = () => {}, told = {}, zone } = options;
  const prober = createProber(new URL(url.origin), Math.min(8_000, config.UPSTREAM_TIMEOUT_MS), options);
  const { spent } = prober;
  const questions = new Set<string>();
  const findings: Finding[] = [];
  let draft: Draft | undefined;
  const end = (root: string, writes: readonly Finding[] = [], verdict: Verdict = nothingWorks) => {
    const evidence = [...(draft?.lines.values() ?? [])];
    const common = { root, file: draft?.file, evidence, questions: [...questions] };
    return { ...common, findings, writes, spent, ...verdict };
  };
  const nothing = (root: string, text: string) => {
    findings.push({ group: 'host', result: 'wrong', subject: root, text, fatal: true });
    questions.add(`${root} ${text}`);
    return end(root);
  };
  const index = await prober.ask(url.pathname);
  const why = await whySilent(prober, index, url, config.UPSTREAM_TIMEOUT_MS);
  if (why) return nothing(url.href, why);

  const recognised = await recognise(prober, index, url, told);
  const { way, who, signedIn, refused } = await signInAt(recognised, prober, options);
  if (refused)
    questions.add(
      `calls.login: ${refused.replace(/\.$/, '')}. Ask what a sign-in there sends and where the token is in the answer; name another sign-in path with --login /path, from the origin`,
    );
  const root = prober.origin + recognised.root;
  say(`Looking below ${root} …`);
  const done = await survey({ ...recognised, prober, signedIn });
  if (Object.keys(done.lists).length === 0) return nothing(root, nothingListed(prober));

  draft = await writeDown(done, { zone, mediaOrigins, way, questions });
  say('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(draft.file), 'the proposed file');
  const mine = who && signedIn && { email: who.name, password: who.password };
  const mediaPaths = [...(file.media.paths ?? [])];
  // The proposed origins come from answers of the host, so no request is sent to them. The person who saves the file
  // decides whether the site may use them.
  const adapted = { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false };
  const misspelledHeader = config.VIEW_BLOG_AUTH_HEADER;
  const { forget } = prober;
  const writes = options.triesWrites ? await tryWrites(adapted, { who: mine, misspelledHeader, forget }) : [];
  for await (const finding of checkThrough(prober, adapted, mine, refused)) {
    findings.push(finding);
    const { result, group, subject, text } = finding;
    if (result === 'wrong' && /known|extension/.test(group))
      draft.ask(`${subject} ${text}: find the right place of it in the host's answer, or ask for it`);
  }
  const own = done.base === undefined ? [] : [{ path: contractPath(done.base, 'logout'), method: 'POST' }];
  await addLogout(prober, signedIn, [logoutFor(way) ?? [], own].flat(), draft);
  await prober.upstream.close();
  return end(root, writes, judge(findings, signedIn?.sendBecause !== undefined, spent.why === undefined));
}

/** Asks for credentials, and signs in with them. `refused` says why no one is signed in. */
async function signInAt(recognised: Recognised, prober: Prober, { login, credentials }: ExamineOptions) {
  const { nameField, passwordField } = recognised.make;
  const because = login ? 'named by --login' : 'hosts of its make usually have it there';
  const given: LoginDetection = { path: login ?? recognised.login, nameField, passwordField, because };
  const who = await credentials(given.path);
  const tried = who ? await signIn(prober, given, who) : { refused: 'no user name and password were given' };
  if ('refused' in tried) return { way: given, who, signedIn: undefined, ...tried };
  prober.enter(tried.way.path);
  return { way: tried.way, who, signedIn: tried, refused: undefined };
}

/** Checks the host through the proposed file. */
async function* checkThrough(
  { upstream, spent }: Prober,
  adapted: Parameters<typeof tryWrites>[0],
  mine: { email: string; password: string } | undefined,
  refused: string | undefined,
): AsyncGenerator<Finding> {
  const config = {
    // Behind the adapter the names and paths of the contract apply. The sign-in is not sent again: its answer is
    // cached.
    ADMIN_EMAIL: mine?.email ?? '',
    ADMIN_PASSWORD: mine?.password,
    UPSTREAM_LOGIN_PATH: '/api/login',
    UPSTREAM_LOGOUT_PATH: '/api/logout',
    UPSTREAM_MEDIA_PATHS: [...(adapted.map.file.media.paths ?? [])],
  };
  for await (const finding of checkUpstream(upstream, {
    config,
    adapted,
    staysSignedIn: true,
    wait: async () => {},
  })) {
    const { group, subject, text } = finding;
    // If the budget is spent, the call was not made, so a missing answer is not a fault of the host.
    if (spent.why && text.includes(spent.why)) yield { group, subject, result: 'untried', text: 'not asked' };
    else if (refused && subject === 'POST /api/login')
      yield { group, subject, result: 'untried', text: refused };
    else yield finding;
  }
}

/** Ends the session of the examination, by the first of these calls that the host accepts, and adds this call. */
async function addLogout(
  prober: Prober,
  signedIn: SignedIn | undefined,
  ways: readonly { path: string; method: string }[],
  { call, put, ask }: Draft,
): Promise<void> {
  const [usual] = ways;
  const more = ({ method }: { method: string }) => (method === 'DELETE' ? { method } : {});
  const headers = signedIn && { ...tokenHeadersOf(signedIn), ...signedIn.way.headers };
  const said: string[] = [];
  for (const way of headers && !prober.spent.why ? ways : []) {
    const { status, call: asked } = await prober.send(way.method, way.path, headers ?? {});
    if (status >= 200 && status < 300)
      return call('logout', way.path, `it answered ${status}`, true, more(way));
    said.push(`${asked} answered ${status}`);
  }
  if (said.length > 0) put('calls.logout', 'absent', said.join(', '));
  else if (usual) return call('logout', usual.path, 'the counterpart of the sign-in', false, more(usual));
  ask(
    `calls.logout: ${said.join(', ') || 'no call to end a token is known'}, so a token stays valid: ask how to end one`,
  );
}

/**
 * The reads that pages need. `record` is the kind of record that the host must have, so that the read of one record
 * can be checked.
 */
const pageReads = [
  { subject: 'GET /api/singlePost/{id}', record: 'post' },
  { subject: 'GET /api/getProjectCategory' },
  { subject: 'GET /api/getSingleCategory/{id}', record: 'category' },
  { subject: 'GET /api/blogs' },
] as const;

interface Verdict {
  /** True if the pages and the sign-in work. */
  isReady: boolean;
  isSignedIn: boolean;
  /** Kinds of records whose absence at the host is the only reason for which the pages were not checked. */
  missing: readonly string[];
}

const nothingWorks: Verdict = { isReady: false, isSignedIn: false, missing: [] };

function judge(findings: readonly Finding[], isSignedIn: boolean, isComplete: boolean): Verdict {
  const isHealthy = !findings.some(({ fatal }) => fatal);
  const resultOf = (subject: string) => findings.find((finding) => finding.subject === subject)?.result;
  const open = pageReads.filter(({ subject }) => resultOf(subject) !== 'there');
  const missing = open.flatMap((read) =>
    'record' in read && resultOf(read.subject) === 'untried' ? [read.record] : [],
  );
  return {
    isReady: isSignedIn && isHealthy && open.length === 0,
    isSignedIn,
    missing: isHealthy && isComplete && missing.length === open.length ? missing : [],
  };
}

/** Returns the reason for which the host cannot be examined; undefined if it can. */
async function whySilent(prober: Prober, { status, headers }: ProbeAnswer, url: URL, timeoutMs: number) {
  const { spent, origin } = prober;
  if (status === 0) return spent.why ?? causeOf(spent.error, url, timeoutMs);
  const to = header(headers, 'location');
  const isRedirect = status >= 300 && status < 400 && URL.canParse(to, url.href);
  const other = isRedirect ? new URL(to, url).origin : origin;
  return other === origin
    ? undefined
    : `redirects to ${other}, and redirects to another origin are not followed: use that address`;
}

function nothingListed({ spent, origin }: Prober): string {
  if (spent.why) return `was not examined completely: ${spent.why}`;
  const names = Object.values(kinds).flatMap((kind) => kind.names);
  return `answers, but ${origin} has neither the calls of the contract, nor an index of WordPress, nor a list with a usual name (${names.join(', ')}) there or below /api: name the lists with --posts /path, --projects /path and --categories /path`;
}
