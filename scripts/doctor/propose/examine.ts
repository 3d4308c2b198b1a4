import { rows } from '#shared/contract/index.ts';
import { entityOf } from '../../../server/bff/hosts/host-file/entities.ts';
import { parseHostFile } from '../../../server/bff/hosts/host-file/load.ts';
import type { Config } from '../../../server/config.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import type { Finding } from '../finding.ts';
import { causeOf } from '../host.ts';
import { naiveDateIn } from './dates.ts';
import { createProber, type Prober, type Seen } from './prober.ts';
import { type Evidence, propose } from './proposal.ts';
import { recordedUpstream } from './recorded-upstream.ts';
import { findWayOut, tryToken } from './session.ts';
import { surveyHost } from './survey.ts';
import { findWayIn, likelyWaysIn, signIn } from './way-in.ts';

/** What the doctor was asked to look at. */
export interface ExamineOptions {
  url: URL;
  config: Pick<Config, 'UPSTREAM_TIMEOUT_MS'>;
  /** By name of a call: what the site does without it. */
  without: Partial<Record<string, string>>;
  /** Who signs in. Asked for once the host is known, and only when it has a way in; undefined for nobody. */
  credentials(path: string): Promise<{ name: string; password: string } | undefined>;
  zone?: string;
  /** Asks for the zone of dates that say none; undefined when nobody is there to ask. */
  askZone?(sample: string): Promise<string | undefined>;
  /** The path of the sign-in, from the root. */
  login?: string;
  mediaOrigins?: readonly string[];
  perMinute?: number;
  wait?: (ms: number) => Promise<unknown>;
  say?: (text: string) => void;
}

/** What is proposed for a host of which nothing was known, and what came of it when it was tried. */
export interface Examined {
  root: string;
  /** The pages and a sign-in work with this file. */
  isReady: boolean;
  file: Record<string, unknown> | undefined;
  evidence: readonly Evidence[];
  /** What is missing, exactly, with what to ask the host's developers for. */
  questions: readonly string[];
  /** Of the calls through the adapter. */
  findings: readonly Finding[];
  /** What stays empty, in words. */
  empty: readonly { call: string; text: string; isOfThings: boolean }[];
  calls: number;
}

/** Calls about things that hosts of many makes have; the others are those of our own engine. */
const ofThings = new Set(
  rows
    .filter((row) => entityOf(row) && !/^(search|reorder|bulk)/.test(row.name))
    .map(({ method, path }) => `${method} ${path}`),
);

/** Looks at an unknown host and writes down how it is asked, then asks it so: nothing is changed on it but one sign-in. */
export async function examine(options: ExamineOptions): Promise<Examined> {
  const { url, config, perMinute = 60, mediaOrigins = [], say = () => {}, wait } = options;
  const prober = createProber(url.origin, {
    perMinute,
    mediaOrigins,
    timeoutMs: Math.min(8_000, config.UPSTREAM_TIMEOUT_MS),
    say,
    ...(wait && { wait }),
  });
  const given = url.pathname.replace(/\/+$/, '');
  const silent = await whySilent(prober, url, given || '/', config.UPSTREAM_TIMEOUT_MS);
  if (silent) return nothing(url.href, silent, prober);

  const done = await surveyHost(prober, given, say);
  const { root } = done;
  if (Object.keys(done.resources).length === 0)
    return nothing(prober.origin + root, nothingListed(prober, given), prober);

  const login =
    options.login &&
    (options.login.startsWith(`${root}/`) || root === '' ? options.login : root + options.login);
  const way = await findWayIn(done, login);
  const who = await options.credentials(way?.path ?? 'a path that is not known');
  const questions: string[] = [];
  const attempt = who && (await signIn(prober, way ? [way] : likelyWaysIn(done), who));
  const signedIn = attempt && 'from' in attempt ? attempt : undefined;
  if (attempt && !('from' in attempt))
    questions.push(`calls.login: POST ${attempt.way.path} ${attempt.why}. ${whatOfSignIn(attempt.way.path)}`);
  if (!who)
    questions.push(
      'calls.login: no sign-in was tried, since nobody gave an address and a password: how the token is sent is not known',
    );
  const session = signedIn && (await tryToken(done, signedIn));
  if (session && !session.isTried)
    questions.push(
      'token.send: no read was found that needs the token, so that nobody has seen how it is to be sent: ask for the header or cookie, and for a call that only whoever is signed in may read',
    );
  const logout = signedIn && findWayOut(signedIn.way, done.book);
  const naive = options.zone === undefined ? naiveDateIn(done) : undefined;
  const zone =
    options.zone ?? (naive && (await options.askZone?.(`${naive.name} is ${JSON.stringify(naive.value)}`)));

  const proposal = await propose({
    done,
    ...(way && { way }),
    ...(signedIn && { signedIn }),
    ...(session && { session }),
    ...(logout && { logout }),
    ...(zone !== undefined && { zone }),
    mediaOrigins,
    perMinute,
  });
  const isTold = questions.some((each) => each.startsWith('calls.login'));
  questions.push(...proposal.questions.filter((each) => !isTold || !each.startsWith('calls.login')));
  if (prober.spent.why)
    questions.push(`not everything was looked at: ${prober.spent.why}; run it again with --calls-per-minute`);

  say('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(proposal.file), 'the proposed file');
  const out: { seen?: Seen } = {};
  const inner = recordedUpstream(prober, {
    signedIn: signedIn?.seen,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    logoutPath: logout?.path,
    onLogout: (seen) => Object.assign(out, { seen }),
  });
  const mediaPaths = file.media.paths ?? [];
  const findings: Finding[] = [];
  const checked = checkUpstream(inner, {
    config: {
      // Through the adapter names and paths are those of the contract, and the answer is the one that the sign-in has had.
      ADMIN_EMAIL: who?.name ?? '',
      ADMIN_PASSWORD: signedIn && who?.password,
      UPSTREAM_LOGIN_PATH: '/api/login',
      UPSTREAM_LOGOUT_PATH: '/api/logout',
      UPSTREAM_MEDIA_PATHS: [...mediaPaths],
    },
    without: options.without,
    // They stand in answers; whoever writes the file down says that they may be asked.
    adapted: { ...adaptedHost(inner, file, mediaPaths), asksOrigins: false },
    wait: async () => {},
  });
  for await (const finding of checked) findings.push(finding);
  await inner.close();

  if (out.seen && logout) sayHowItEnded(out.seen, proposal, questions);

  for (const { result, group, subject, text } of findings)
    if (result === 'wrong' && (group === 'known' || group === 'extension'))
      questions.push(`${subject} ${text}: find the right place of it in the host's answer, or ask for it`);

  const empty = findings
    .filter(({ result, group }) => result === 'absent' && (group === 'known' || group === 'extension'))
    .map(({ subject, text }) => ({ call: subject, text, isOfThings: ofThings.has(subject) }));
  const isReady =
    signedIn !== undefined &&
    session?.isTried === true &&
    !findings.some(({ fatal }) => fatal) &&
    hasPages(findings);
  return {
    root: prober.origin + root,
    isReady,
    file: proposal.file,
    evidence: proposal.evidence,
    questions: [...new Set(questions)],
    findings,
    empty,
    calls: prober.spent.calls,
  };
}

/** A sign-out that the host does not know is nothing to ask it for each time. */
function sayHowItEnded(
  { call, status }: Seen,
  { file, evidence }: { file: Record<string, unknown>; evidence: Evidence[] },
  questions: string[],
): void {
  const line = evidence.find((each) => each.at === 'calls.logout');
  if (line) Object.assign(line, { because: `${call} answered ${status}`, tried: true });
  if (status > 0 && status < 300) return;
  delete (file.calls as Record<string, unknown>).logout;
  if (line) line.value = 'absent';
  questions.push(
    `calls.logout: ${call} answered ${status}, so that a token lives on at the host after a sign-out: ask how one is ended`,
  );
}

/** The pages that every visitor comes for: posts and categories, and one of each. */
function hasPages(findings: readonly Finding[]): boolean {
  const needed = [
    '/api/singlePost/{id}',
    '/api/getProjectCategory',
    '/api/getSingleCategory/{id}',
    '/api/blogs',
  ];
  return needed.every((path) =>
    findings.some(({ subject, result }) => subject === `GET ${path}` && result === 'there'),
  );
}

function whatOfSignIn(path: string): string {
  return `Ask what a sign-in there sends (names of the address and the password, and whatever else), and where the token is in the answer; say --login if it is not ${path}`;
}

async function whySilent(
  prober: Prober,
  url: URL,
  path: string,
  timeoutMs: number,
): Promise<string | undefined> {
  const seen = await prober.ask('GET', path);
  if (seen.status === 0) return causeOf(prober.spent.error, url, timeoutMs);
  const to = seen.status >= 300 && seen.status < 400 ? String(seen.headers.location ?? '') : '';
  if (!to || !URL.canParse(to, url)) return undefined;
  const target = new URL(to, url);
  return target.origin === url.origin
    ? undefined
    : `redirects to ${target.origin}, and redirects to another origin are not followed: give that address`;
}

function nothingListed({ spent, origin }: Prober, given: string): string {
  return spent.why
    ? `nothing was found below ${origin}${given} before the end: ${spent.why}`
    : `answers, but no list of posts, projects or categories was found below ${origin}${given}, nor below /api, /api/v1, /v1 and the like: ask for the address of the list of posts, and give what stands before its last name`;
}

function nothing(root: string, why: string, prober: Prober): Examined {
  const finding: Finding = { group: 'host', result: 'wrong', subject: root, text: why, fatal: true };
  return {
    root,
    isReady: false,
    file: undefined,
    evidence: [],
    questions: [`${root} ${why}`],
    findings: [finding],
    empty: [],
    calls: prober.spent.calls,
  };
}
