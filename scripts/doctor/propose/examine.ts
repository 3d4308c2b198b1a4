import { parseHostFile } from '../../../server/bff/hosts/host-file/load.ts';
import type { Config } from '../../../server/config.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import { type Finding, isObject } from '../finding.ts';
import { causeOf } from '../host.ts';
import { findContract, nameOfNothing } from './contract-host.ts';
import { listOf } from './envelope.ts';
import { type Kind, listNames, makeOf, plainHost, wordpress, wordpressRoutes } from './known-hosts.ts';
import { type Budget, createProber, type Prober, type Seen } from './prober.ts';
import { type SignedIn, signIn, tokenHeadersOf, type WayIn, wayOut } from './sign-in.ts';
import { type Surveyed, surveyContract, surveyMake } from './survey.ts';
import { tryWrites } from './try-writes.ts';
import { type Evidence, naiveDateIn, type Proposal, writeDown } from './write-down.ts';

export interface ExamineOptions extends Budget {
  url: URL;
  config: Pick<Config, 'UPSTREAM_TIMEOUT_MS'>;
  /** By name of a call: what the site does without it. */
  without: Partial<Record<string, string>>;
  /** Who signs in; undefined for nobody. */
  credentials(path: string): Promise<{ name: string; password: string } | undefined>;
  zone?: string;
  /** Asks for the zone of dates that say none. */
  askZone?(sample: string): Promise<string | undefined>;
  /** Paths from the origin, as the caller knows them: of the sign-in, of lists, and of the contact form. */
  login?: string;
  told?: Partial<Record<Kind | 'contact', string>>;
  /** Other origins with pictures. */
  mediaOrigins?: readonly string[];
  /** Saves, changes and deletes a draft through the proposed file. */
  triesWrites?: boolean;
}

/** The proposal for a host, and what came of trying it. */
export interface Examined {
  root: string;
  /** Pages and a sign-in work with this file. */
  isReady: boolean;
  file?: Proposal['file'];
  evidence: readonly Evidence[];
  /** What is missing, with what to ask the host's developers for. */
  questions: readonly string[];
  /** Of the calls through the adapter. */
  findings: readonly Finding[];
  /** The steps of --try-writes. */
  writes: readonly Finding[];
  spent: Prober['spent'];
}

/** Looks at an unknown host, writes host.json for it, and asks the host through that file. */
export async function examine(options: ExamineOptions): Promise<Examined> {
  const { url, config, mediaOrigins = [], say = () => {}, zone: zoneSaid } = options;
  const prober = createProber(new URL(url.origin), Math.min(8_000, config.UPSTREAM_TIMEOUT_MS), options);
  const nothing = (root: string, text: string, more: readonly string[]): Examined => {
    const finding: Finding = { group: 'host', result: 'wrong', subject: root, text, fatal: true };
    const questions = [`${root} ${text}`, ...more];
    return {
      root,
      isReady: false,
      evidence: [],
      questions,
      findings: [finding],
      writes: [],
      spent: prober.spent,
    };
  };
  const index = await prober.ask(url.pathname);
  const why = await whySilent(prober, index, url, config.UPSTREAM_TIMEOUT_MS);
  if (why) return nothing(url.href, why, []);
  const { done, way, who, paths, questions } = await recognise(prober, index, options);
  const { signedIn, root } = done;
  say(`Looking below ${prober.origin}${root} …`);
  if (done.host) await surveyContract(done, done.host);
  else await surveyMake(done, paths);
  if (Object.keys(done.lists).length === 0)
    return nothing(prober.origin + root, nothingListed(prober), questions);

  const naive = zoneSaid === undefined ? naiveDateIn(done) : undefined;
  const zone = zoneSaid ?? (naive && (await options.askZone?.(naive)));
  const proposal = await writeDown(done, { zone, mediaOrigins, way, contact: options.told?.contact });
  questions.push(...proposal.questions);
  say('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(proposal.file), 'the proposed file');
  const writes = options.triesWrites ? await tryWrites(prober, file, signedIn) : [];
  const out = signedIn && wayOut(signedIn.way)?.path;
  prober.lock(out, Object.keys(signedIn?.way.headers ?? {}));
  const mediaPaths = [...(file.media.paths ?? [])];
  const checked = checkUpstream(prober.upstream, {
    config: {
      // Through the adapter names and paths are those of the contract, and the answer is the one that the sign-in has had.
      ...{ ADMIN_EMAIL: who?.name ?? '', ADMIN_PASSWORD: signedIn && who?.password },
      ...{
        UPSTREAM_LOGIN_PATH: '/api/login',
        UPSTREAM_LOGOUT_PATH: '/api/logout',
        UPSTREAM_MEDIA_PATHS: mediaPaths,
      },
    },
    without: options.without,
    // They stand in answers; whoever writes the file down says that they may be asked.
    adapted: { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false },
    wait: async () => {},
  });
  const findings: Finding[] = [];
  for await (const { mend, fatal, ...finding } of checked) {
    // What the budget has ended is no fault of the host.
    const isUnasked = prober.spent.why && finding.text.includes(prober.spent.why);
    findings.push(
      isUnasked
        ? { ...finding, result: 'untried', text: 'not asked' }
        : { ...finding, ...(mend && { mend }), ...(fatal && { fatal }) },
    );
  }
  await prober.upstream.close();
  sayHowItEnded(prober, proposal, questions);
  for (const { result, group, subject, text } of findings)
    if (result === 'wrong' && (group === 'known' || group === 'extension'))
      questions.push(`${subject} ${text}: find the right place of it in the host's answer, or ask for it`);
  const pages = ['singlePost/{id}', 'getProjectCategory', 'getSingleCategory/{id}', 'blogs'];
  const isThere = (path: string) =>
    findings.some(({ subject, result }) => subject === `GET /api/${path}` && result === 'there');
  return {
    ...{
      root: prober.origin + root,
      file: proposal.file,
      evidence: proposal.evidence,
      findings,
      writes,
      spent: prober.spent,
    },
    isReady:
      signedIn?.sendBecause !== undefined && !findings.some(({ fatal }) => fatal) && pages.every(isThere),
    questions: [...new Set(questions)],
  };
}

/** Finds out what the host is, and signs in before its lists are read. */
async function recognise(
  prober: Prober,
  index: Seen,
  { url, login, told = {}, credentials }: ExamineOptions,
) {
  const given = url.pathname.replace(/\/+$/, '');
  const questions: string[] = [];
  let who: Awaited<ReturnType<typeof credentials>>;
  let signedIn: SignedIn | undefined;
  let way: WayIn | undefined;
  const enter = async (paths: readonly string[], because: string, more: Partial<WayIn> = {}) => {
    const ways = (login ? [login] : paths).map((path) => ({
      ...more,
      path,
      because: login ? 'named by --login' : because,
    }));
    [way] = ways;
    who ??= await credentials(way?.path ?? '');
    const tried = who && (await signIn(prober, ways, who));
    if (tried && 'from' in tried) signedIn = tried;
    else if (tried)
      questions.push(
        `calls.login: ${tried.refused}. Ask what a sign-in there sends and where the token is in the answer; a sign-in elsewhere is told with --login /path, from the origin`,
      );
  };

  let { host, closed } = await findContract(prober, given);
  const base = host?.base ?? closed;
  if (base !== undefined) await enter([`${base}/login`, `${base}/auth/login`], 'the contract has it there');
  if (!host && signedIn) ({ host, closed } = await findContract(prober, given, tokenHeadersOf(signedIn)));
  let [root, make, paths] = [
    host?.base.replace(/\/api$/, '') ?? given,
    plainHost,
    {} as Partial<Record<Kind, readonly string[]>>,
  ];
  if (!host) {
    const linked = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(String(index.headers.link ?? ''))?.[1];
    const path =
      linked && URL.canParse(linked)
        ? new URL(linked).pathname.replace(/\/$/, '')
        : given.replace(/(\/wp-json.*)?$/, '/wp-json');
    const wp = await prober.ask(path);
    if (isObject(wp.json) && Array.isArray(wp.json.namespaces)) {
      const { lists, logins } = wordpressRoutes(wp, path);
      [root, make, paths] = [`${path}/wp/v2`, wordpress, lists];
      if (!signedIn) await enter(logins, `${wp.call} names it, or the usual plugin`, make);
    } else {
      [root, make] = await findLists(prober, given, Object.values(told)[0]);
      if (!signedIn)
        await enter(
          make.logins.map((each) => root + each),
          `${make.name} hosts usually have it there`,
          make,
        );
    }
  }
  for (const [kind, path] of Object.entries(told)) paths[kind as Kind] = [path];
  if (!who)
    questions.push(
      'calls.login: no sign-in was tried, since nobody gave an address and a password: how the token is sent is not known',
    );
  const refusals = [await prober.ask((host?.base ?? root) + nameOfNothing)];
  const done: Surveyed = {
    prober,
    root,
    make,
    lists: {},
    envelope: {},
    refusals,
    ...(host && { host }),
    ...(signedIn && { signedIn }),
  };
  return { done, way, who, paths, questions };
}

/** The root below which a list answers, told or with a usual name: the address that was given, or /api there. */
async function findLists(prober: Prober, given: string, told: string | undefined) {
  const roots = told
    ? [told.startsWith(`${given}/`) ? given : '']
    : given.endsWith('/api')
      ? [given]
      : [given, `${given}/api`];
  for (const root of roots) {
    const nowhere = await prober.ask(root + nameOfNothing);
    for (const path of told ? [told] : [...listNames.post, 'projects'].map((name) => `${root}/${name}`)) {
      const seen = await prober.ask(path);
      const isKept = (seen.status === 401 || seen.status === 403) && nowhere.status !== seen.status;
      if (told || listOf(seen) || isKept) return [root, makeOf(nowhere, seen)] as const;
    }
  }
  return [given, plainHost] as const;
}

/** A sign-out that the host does not know is left out of the file. */
function sayHowItEnded({ spent }: Prober, { file, evidence }: Proposal, questions: string[]): void {
  const { signOut: status } = spent;
  const line = evidence.find((each) => each.at === 'calls.logout');
  if (!line || status === undefined) return;
  Object.assign(line, {
    because: `it answered ${status}`,
    tried: true,
    ...(status >= 300 && { value: 'absent' }),
  });
  if (status < 300) return;
  file.calls.logout = 'absent';
  questions.push(
    `calls.logout: it answered ${status}, so that a token lives on at the host after a sign-out: ask how one is ended`,
  );
}

/** Why the host cannot be looked at. */
async function whySilent(
  { spent, origin }: Prober,
  index: Seen,
  url: URL,
  timeoutMs: number,
): Promise<string | undefined> {
  if (index.status === 0) return causeOf(spent.error, url, timeoutMs);
  const to = String(index.headers.location ?? '');
  if (
    index.status < 300 ||
    index.status >= 400 ||
    !URL.canParse(to, url) ||
    new URL(to, url).origin === origin
  )
    return undefined;
  return `redirects to ${new URL(to, url).origin}, and redirects to another origin are not followed: give that address`;
}

function nothingListed({ spent, origin }: Prober): string {
  if (spent.why) return `was not asked to the end: ${spent.why}`;
  const names = Object.values(listNames).flat().join(', ');
  return `answers, but ${origin} has neither the calls of the contract, nor an index of WordPress, nor a list with a usual name (${names}) there or below /api: tell where the lists are, with --posts /path, --projects /path and --categories /path`;
}
