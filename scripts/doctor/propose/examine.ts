import { parseHostFile } from '../../../server/bff/hosts/host-file/load.ts';
import type { Config } from '../../../server/config.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import type { Finding } from '../finding.ts';
import { causeOf } from '../host.ts';
import { kinds } from './known-hosts.ts';
import { type Budget, createProber, type Prober, type Seen } from './prober.ts';
import { type Known, recognise } from './recognise.ts';
import { wayOut } from './sign-in.ts';
import { surveyContract, surveyMake } from './survey.ts';
import { tryWrites } from './try-writes.ts';
import { naiveDateIn, type Proposal, writeDown } from './write-down.ts';

export interface ExamineOptions extends Budget, Known {
  config: Pick<Config, 'UPSTREAM_TIMEOUT_MS'>;
  zone?: string | undefined;
  /** Asks for the zone of dates that say none. */
  askZone?: ((sample: string) => Promise<string | undefined>) | undefined;
  /** Other origins with pictures. */
  mediaOrigins?: readonly string[];
  /** Saves, changes and deletes a draft through the proposed file. */
  triesWrites?: boolean;
}

/** The proposal for a host, with what is missing and what to ask its developers for, and what came of trying it. */
export interface Examined extends Omit<Proposal, 'file'> {
  root: string;
  file?: Proposal['file'];
  /** Pages and a sign-in work with this file. */
  isReady: boolean;
  /** Of the calls through the adapter. */
  findings: readonly Finding[];
  /** The steps of --try-writes. */
  writes: readonly Finding[];
  spent: Prober['spent'];
}

/** Looks at an unknown host, writes host.json for it, and asks the host through that file. */
export async function examine(options: ExamineOptions): Promise<Examined> {
  const { url, config, mediaOrigins = [], say = () => {}, told = {} } = options;
  const prober = createProber(new URL(url.origin), Math.min(8_000, config.UPSTREAM_TIMEOUT_MS), options);
  const { spent } = prober;
  const nothing = (root: string, text: string, more: readonly string[] = []): Examined => {
    const finding: Finding = { group: 'host', result: 'wrong', subject: root, text, fatal: true };
    const questions = [`${root} ${text}`, ...more];
    return { root, isReady: false, evidence: [], questions, findings: [finding], writes: [], spent };
  };
  const index = await prober.ask(url.pathname);
  const why = await whySilent(prober, index, url, config.UPSTREAM_TIMEOUT_MS);
  if (why) return nothing(url.href, why);
  const { done, way, who, paths, questions } = await recognise(prober, index, options);
  const { signedIn } = done;
  const root = prober.origin + done.root;
  say(`Looking below ${root} …`);
  if (done.host) await surveyContract(done, done.host);
  else await surveyMake(done, paths);
  if (Object.keys(done.lists).length === 0) return nothing(root, nothingListed(prober), questions);

  const naive = options.zone === undefined ? naiveDateIn(done) : undefined;
  const zone = options.zone ?? (naive && (await options.askZone?.(naive)));
  const proposal = await writeDown(done, { zone, mediaOrigins, way, contact: told.contact });
  questions.push(...proposal.questions);
  say('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(proposal.file), 'the proposed file');
  const writes = options.triesWrites ? await tryWrites(prober, file, signedIn) : [];
  prober.lock(signedIn && wayOut(signedIn.way)?.path, Object.keys(signedIn?.way.headers ?? {}));
  const mediaPaths = [...(file.media.paths ?? [])];
  const checked = checkUpstream(prober.upstream, {
    config: {
      // Through the adapter names and paths are those of the contract, and the answer is the one that the sign-in has had.
      ADMIN_EMAIL: who?.name ?? '',
      ADMIN_PASSWORD: signedIn && who?.password,
      UPSTREAM_LOGIN_PATH: '/api/login',
      UPSTREAM_LOGOUT_PATH: '/api/logout',
      UPSTREAM_MEDIA_PATHS: mediaPaths,
    },
    // They stand in answers; whoever writes the file down says that they may be asked.
    adapted: { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false },
    wait: async () => {},
  });
  const findings: Finding[] = [];
  for await (const { mend, fatal, ...finding } of checked) {
    // A call that the budget has ended is no fault of the host.
    if (spent.why && finding.text.includes(spent.why))
      findings.push({ ...finding, result: 'untried', text: 'not asked' });
    else findings.push({ ...finding, ...(mend && { mend }), ...(fatal && { fatal }) });
  }
  await prober.upstream.close();
  sayHowItEnded(prober, proposal, questions);
  for (const { result, group, subject, text } of findings)
    if (result === 'wrong' && (group === 'known' || group === 'extension'))
      questions.push(`${subject} ${text}: find the right place of it in the host's answer, or ask for it`);
  const there = findings.filter(({ result }) => result === 'there').map(({ subject }) => subject);
  const pages = ['singlePost/{id}', 'getProjectCategory', 'getSingleCategory/{id}', 'blogs'];
  const isWhole = pages.every((path) => there.includes(`GET /api/${path}`));
  const isReady = signedIn?.sendBecause !== undefined && !findings.some(({ fatal }) => fatal) && isWhole;
  return { root, isReady, ...proposal, questions: [...new Set(questions)], findings, writes, spent };
}

/** A sign-out that the host does not know is left out of the file. */
function sayHowItEnded({ spent }: Prober, { file, evidence }: Proposal, questions: string[]): void {
  const { signOut: status } = spent;
  const line = evidence.find((each) => each.at === 'calls.logout');
  if (!line || status === undefined) return;
  Object.assign(line, { because: `it answered ${status}`, tried: true });
  if (status < 300) return;
  line.value = 'absent';
  file.calls.logout = 'absent';
  questions.push(
    `calls.logout: it answered ${status}, so that a token lives on at the host after a sign-out: ask how one is ended`,
  );
}

/** Why the host cannot be looked at. */
async function whySilent(
  { spent, origin }: Prober,
  { status, headers }: Seen,
  url: URL,
  timeoutMs: number,
): Promise<string | undefined> {
  if (status === 0) return spent.why ?? causeOf(spent.error, url, timeoutMs);
  const to = String(headers.location ?? '');
  const other = status >= 300 && status < 400 && URL.canParse(to, url) ? new URL(to, url).origin : origin;
  if (other === origin) return undefined;
  return `redirects to ${other}, and redirects to another origin are not followed: give that address`;
}

function nothingListed({ spent, origin }: Prober): string {
  if (spent.why) return `was not asked to the end: ${spent.why}`;
  const names = Object.values(kinds)
    .flatMap(({ lists }) => lists)
    .join(', ');
  return `answers, but ${origin} has neither the calls of the contract, nor an index of WordPress, nor a list with a usual name (${names}) there or below /api: tell where the lists are, with --posts /path, --projects /path and --categories /path`;
}
