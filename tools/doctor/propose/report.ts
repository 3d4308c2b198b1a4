import { findingsText } from '../report.ts';
import type { Examined } from './examine.ts';

/** Returns the report of `npm run studio -- doctor URL` for a terminal, without the proposed file. */
export function examinedText(examined: Examined, coloured: boolean): string {
  const { root, evidence, questions, findings, spent, file, writes } = examined;
  const sent = spent.sent.length > 0 ? `Other than reads: ${spent.sent.join(', ')}` : 'All were reads';
  const line = (mark: string, subject: string, text: string) => `  ${mark} ${subject.padEnd(40)} ${text}`;
  const lines = evidence.flatMap(({ at, value, because, tried }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const shown = text.length > 160 ? `${text.slice(0, 157)}…` : text;
    return [line(tried ? '✓' : '?', at, shown), line(' ', '', `← ${because}`)];
  });
  const seen = findings.filter(({ result }) => result === 'there' || result === 'wrong');
  // Calls that nobody asked for are not in the file. Of those that many hosts have, each is named; the others, which
  // hardly any host has except the engine of this product, are only counted.
  const left = findings.filter(({ result, group }) => result === 'absent' && /known|extension/.test(group));
  const usual = left.filter(({ subject }) => ofManyHosts.test(subject));
  const rest = left.length - usual.length;
  const sections: [title: string, lines: readonly string[]][] = [
    ['Lines of host.json and their sources (? was not tried, since it changes data)', lines],
    ['Results with this file', file ? [findingsText(seen, coloured)] : []],
    [
      'Draft of --try-writes',
      writes.map(({ result, subject, text }) => line(result === 'there' ? '✓' : '✗', subject, text)),
    ],
    [
      'Not in this file, and not asked for: add what the host has (docs/hosts.md)',
      [
        ...usual.map(({ subject, text }) => line('–', subject, `without it: ${text}`)),
        ...(rest > 0 ? [line('–', `${rest} calls more`, 'that --json names')] : []),
      ],
    ],
    [`Not called, since ${spent.why}`, [...new Set(spent.unasked)].map((call) => `  · ${call}`)],
    ["Open questions for the host's developers", questions.map((each) => `  → ${each}`)],
    [
      'Not examined; write these by hand (docs/hosts.md)',
      [
        '  pages by cursor, GraphQL, sign-ins in several steps, fields of messages and applicants, the contact form,',
        '  Markdown, folders of bare file names, and file fields whose names differ between forms and answers',
      ],
    ],
  ];
  return [
    `${root}: ${spent.calls === 1 ? '1 call was' : `${spent.calls} calls were`} made. ${sent}.`,
    ...sections.flatMap(([title, more]) => (more.length > 0 ? ['', title, ...more] : [])),
    ...['', verdictOf(examined)],
  ].join('\n');
}

const ofManyHosts =
  /\/(jobs|singleJob|team|contactUs|applyJob|requestAccountDeletion|getProjects|getSingleProject|activeBlogs|\w*(Blog|Project|ProjectCategory|Job|TeamMember|getApplicants|getMessages))\b/;

function verdictOf(examined: Examined): string {
  const { isReady, isSignedIn, missing, file, findings, writes, spent } = examined;
  const ready = 'the pages and the sign-in work through this file';
  if (isReady && writes.some(({ result }) => result === 'wrong'))
    return `Not ready: ${ready}, but the draft did not (see above).`;
  const untried =
    'Writes were not tried: add --try-writes, or save, change and delete a draft in the admin area.';
  if (isReady) return `Ready: ${ready}. ${writes.length > 0 ? '' : untried}`.trim();
  if (spent.why) return `Not ready: the examination is incomplete, since ${spent.why}.`;
  if (!file) return 'Not ready: nothing can be proposed. See the open questions above.';
  if (missing.length > 0) {
    const signIn = isSignedIn ? '' : ', and the sign-in was not checked';
    return `Not ready: the host has ${missing.map((record) => `no ${record}`).join(' and ')}, so the pages could not be checked${signIn}: ${missing.length > 1 ? 'add one of each' : 'add one'} and run again.`;
  }
  const fatal = findings.filter((finding) => finding.fatal).length;
  const lost = `calls that pages need did not work through this file (${fatal} ✗)`;
  return `Not ready: ${fatal > 0 ? lost : 'see the open questions above'}.`;
}
