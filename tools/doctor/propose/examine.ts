import { parseHostFile } from '../../../hosts/host-file/load.ts';
import type { Config } from '../../../server/config.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import type { Finding } from '../finding.ts';
import { causeOf, header } from '../host.ts';
import type { Draft } from './draft.ts';
import { type Kind, kinds } from './makes.ts';
import { type Budget, createProber, type ProbeAnswer, type Prober } from './prober.ts';
import { recognise } from './recognise.ts';
import { type LoginDetection, logoutPathFor, signIn } from './sign-in.ts';
import { survey } from './survey.ts';
import { tryWrites } from './try-writes.ts';
import { writeDown } from './write-down.ts';

export interface ExamineOptions extends Budget {
  url: URL;
  config: Pick<Config, 'UPSTREAM_TIMEOUT_MS' | 'VIEW_BLOG_AUTH_HEADER'>;
  /** Asks the person for credentials; returns undefined if the person does not want to sign in. */
  credentials(path: string): Promise<{ name: string; password: string } | undefined>;
  /**
   * Paths that the person states, counted from the origin. `login` is the path of the sign-in. `told` has the paths
   * of lists; if there are two paths of a kind, the second is the list that includes drafts.
   */
  login?: string | undefined;
  told?: Partial<Record<Kind, readonly string[]>>;
  zone?: string | undefined;
  /** Other origins on which the host has pictures. */
  mediaOrigins?: readonly string[];
  /** True to test writes: saves, changes and deletes a draft through the proposed file. */
  triesWrites?: boolean;
}

export type Examined = Awaited<ReturnType<typeof examine>>;

/** Examines an unknown host, drafts a host.json for it, and checks the host through this draft. */
export async function examine(options: ExamineOptions) {
  const { url, config, mediaOrigins = [], say = () => {}, told = {}, login, zone } = options;
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
  const { nameField, passwordField } = recognised.make;
  const because = login ? 'named by --login' : 'hosts of its make usually have it there';
  const way: LoginDetection = { path: login ?? recognised.login, nameField, passwordField, because };
  const who = await options.credentials(way.path);
  const tried = who ? await signIn(prober, way, who) : { refused: 'no user name and password were given' };
  const signedIn = 'refused' in tried ? undefined : tried;
  if ('refused' in tried)
    questions.add(
      `calls.login: ${tried.refused.replace(/\.$/, '')}. Ask what a sign-in there sends and where the token is in the answer; name another sign-in path with --login /path, from the origin`,
    );
  else prober.enter(tried.way.path, logoutPathFor(tried.way)?.path);
  const root = prober.origin + recognised.root;
  say(`Looking below ${root} …`);
  const done = await survey({ ...recognised, prober, signedIn });
  if (Object.keys(done.lists).length === 0) return nothing(root, nothingListed(prober));

  draft = await writeDown(done, { zone, mediaOrigins, way, questions });
  say('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(draft.file), 'the proposed file');
  const mine = who && signedIn && { email: who.name, password: who.password };
  const writes = options.triesWrites ? await tryWrites(prober, file, mine, config.VIEW_BLOG_AUTH_HEADER) : [];
  const mediaPaths = [...(file.media.paths ?? [])];
  const checked = checkUpstream(prober.upstream, {
    config: {
      // Behind the adapter the names and paths of the contract apply. The sign-in is not sent again: its answer is
      // cached.
      ADMIN_EMAIL: who?.name ?? '',
      ADMIN_PASSWORD: mine?.password,
      UPSTREAM_LOGIN_PATH: '/api/login',
      UPSTREAM_LOGOUT_PATH: '/api/logout',
      UPSTREAM_MEDIA_PATHS: mediaPaths,
    },
    // The proposed origins come from answers of the host, so no request is sent to them. The person who saves the
    // file decides whether the site may use them.
    adapted: { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false },
    wait: async () => {},
  });
  for await (const finding of checked) {
    const { group, subject, result, text } = finding;
    // If the budget is spent, the call was not made, so a missing answer is not a fault of the host.
    const isUnasked = spent.why && text.includes(spent.why);
    findings.push(isUnasked ? { group, subject, result: 'untried', text: 'not asked' } : finding);
    if (!isUnasked && result === 'wrong' && /known|extension/.test(group))
      draft.ask(`${subject} ${text}: find the right place of it in the host's answer, or ask for it`);
  }
  await prober.upstream.close();
  noteSignOut(prober, draft);
  return end(root, writes, judge(findings, signedIn?.sendBecause !== undefined, spent.why === undefined));
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

/** Changes the sign-out to `absent` in the draft if the host refused the call. */
function noteSignOut({ spent: { signOut: status } }: Prober, { lines, put, ask }: Draft): void {
  const line = lines.get('calls.logout');
  if (!line || status === undefined) return;
  put(line.at, status < 300 ? line.value : 'absent', `it answered ${status}`);
  if (status >= 300) ask(`calls.logout: it answered ${status}, so a token stays valid: ask how to end one`);
}

/** Returns the reason for which the host cannot be examined; undefined if it can. */
async function whySilent(
  { spent, origin }: Prober,
  { status, headers }: ProbeAnswer,
  url: URL,
  timeoutMs: number,
) {
  if (status === 0) return spent.why ?? causeOf(spent.error, url, timeoutMs);
  const to = header(headers, 'location');
  const other =
    status >= 300 && status < 400 && URL.canParse(to, url.href) ? new URL(to, url).origin : origin;
  if (other === origin) return undefined;
  return `redirects to ${other}, and redirects to another origin are not followed: use that address`;
}

function nothingListed({ spent, origin }: Prober): string {
  if (spent.why) return `was not examined completely: ${spent.why}`;
  const names = Object.values(kinds).flatMap((kind) => kind.names);
  return `answers, but ${origin} has neither the calls of the contract, nor an index of WordPress, nor a list with a usual name (${names.join(', ')}) there or below /api: name the lists with --posts /path, --projects /path and --categories /path`;
}
