import type { IdOf } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import type { Upstream } from '../../server/bff/upstream/upstream.ts';
import type { Config } from '../../server/config.ts';
import type { AdaptedHost, Answer, Host } from './host.ts';

const titles = {
  data: 'The data folder',
  address: 'The address',
  mail: 'Mail',
  database: 'The database',
  storage: 'Media and CVs',
  host: 'The host',
  'sign-in': 'Sign-in',
  known: 'Known calls: the site needs them',
  extension: 'Extensions: the site works without them',
  media: 'Images and videos',
  writes: 'A draft, saved and deleted (--try-writes)',
  limits: 'Limits',
};

/** The result of a check, in words for the operator. */
export interface Words {
  /** `untried`: the check would have changed data, or needs credentials that were not given. */
  result: 'there' | 'absent' | 'wrong' | 'untried';
  text: string;
  /** The setting or change that solves the problem. */
  mend?: string;
  /** True if the site cannot run with this problem. */
  fatal?: boolean;
}

export interface Finding extends Words {
  group: keyof typeof titles;
  subject: string;
}

const words = (result: Words['result'], fatal?: true) => (text: string, mend?: string) => ({
  result,
  text,
  mend,
  fatal,
});

export const there = words('there');
export const absent = words('absent');
export const untried = words('untried');
export const wrong = words('wrong');
export const fatal = words('wrong', true);

export const inGroup = (group: Finding['group']) => (subject: string, said: Words) => ({
  group,
  subject,
  ...said,
});

export interface CheckOptions {
  config: Pick<
    Config,
    | 'ADMIN_EMAIL'
    | 'ADMIN_PASSWORD'
    | 'UPSTREAM_LOGIN_PATH'
    | 'UPSTREAM_LOGOUT_PATH'
    | 'UPSTREAM_MEDIA_PATHS'
    | 'SESSION_MAX_HOURS'
    | 'VIEW_BLOG_AUTH_HEADER'
  >;
  /** The host adapted by host.json. If it is set, it is checked in place of the host itself. */
  adapted?: AdaptedHost;
  /** True to save, change and delete a draft at the host in the end. */
  triesWrites?: boolean;
  /** Called with the reason for a delay. */
  say?: (text: string) => void;
}

/** State of the examination so far. */
export interface Examination extends CheckOptions {
  host: Host;
  upstream: Upstream;
  token?: string;
  /** One id of each kind of record, from the lists of the host. */
  ids: Partial<Record<IdOf, Id>>;
  /** Title of a category of the host, for the call that finds a category by its title. */
  title?: string;
  media: string[];
  /** The last read, for the check of the pages of a list. */
  listed?: { path: string; token: string | undefined; answer: Answer };
  /** True if OPTIONS shows which paths the host has. Undefined until this was tried. */
  optionsTell?: boolean;
  /** Results of the checked calls, by the name of the call. */
  results: Map<string, Words['result']>;
  /** Number of calls in a row that ended with a timeout. */
  silences: number;
}

const marks = { there: '✓', absent: '–', wrong: '!', untried: '?' };
const colours = { there: 32, absent: 90, wrong: 33, untried: 90 };

/**
 * Formats findings for a terminal, in groups and aligned, followed by a sentence with the overall result. `coloured`
 * adds colours.
 */
export function reportText(findings: readonly Finding[], coloured: boolean) {
  return `${findingsText(findings, coloured)}\n\n${verdict(findings)}`;
}

/** Formats findings as `reportText` does, without the sentence with the overall result. */
export function findingsText(findings: readonly Finding[], coloured: boolean) {
  const paint = (text: string, colour: number) => (coloured ? `\u001b[${colour}m${text}\u001b[0m` : text);
  return Object.entries(titles)
    .flatMap(([group, title]) => {
      const lines = findings
        .filter((finding) => finding.group === group)
        .map(({ result, subject, text, mend, fatal }) => {
          const head = paint(
            `${fatal ? '✗' : marks[result]} ${result.padEnd(7)}`,
            fatal ? 31 : colours[result],
          );
          return `  ${head} ${subject.padEnd(40)} ${text}${mend ? `\n${' '.repeat(14)}→ ${mend}` : ''}`;
        });
      return lines.length > 0 ? ['', title, ...lines] : [];
    })
    .join('\n');
}

/** Runs checks one after the other. A finding replaces an earlier one about the same thing. */
export async function findingsOf(checks: Iterable<AsyncIterable<Finding> | Finding[]>) {
  const found = new Map<string, Finding>();
  for (const check of checks)
    for await (const finding of check) found.set(`${finding.group} ${finding.subject}`, finding);
  return [...found.values()];
}

/** True if the site can run: no finding is fatal. */
export const isHealthy = (findings: readonly Finding[]) => !findings.some((finding) => finding.fatal);

function verdict(findings: readonly Finding[]) {
  const fatal = findings.filter((finding) => finding.fatal).length;
  const counts = (['there', 'absent', 'wrong', 'untried'] as const)
    .map((result) => `${findings.filter((each) => each.result === result).length} ${result}`)
    .join(', ')
    .replace('untried', 'not tried');
  const where = findings.some(({ group }) => group === 'host') ? ' in front of this host' : '';
  return fatal > 0
    ? `${counts}. ${fatal} must be fixed (✗) before the site can run${where}.`
    : `${counts}. The site can run${where}.`;
}
