import { findingsText } from '../report.ts';
import type { Examined } from './examine.ts';

/** Returns the report of `npm run studio -- doctor URL` for a terminal, without the proposed file. */
export function examinedText(examined: Examined, coloured: boolean): string {
  const { root, evidence, questions, findings, spent, file, writes } = examined;
  const sent =
    spent.sent.length > 0 ? `Besides reads it sent ${spent.sent.join(', ')}` : 'Nothing was sent but reads';
  const lines = [`${root}: ${spent.calls} calls were made. ${sent}.`];
  const add = (title: string, more: readonly string[]) =>
    void (more.length > 0 && lines.push('', title, ...more));
  const line = (mark: string, subject: string, text: string) => `  ${mark} ${subject.padEnd(40)} ${text}`;
  add(
    'What host.json says, and from which call that is known (? was not tried, since it changes something)',
    evidence.flatMap(({ at, value, because, tried }) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const shown = text.length > 160 ? `${text.slice(0, 157)}…` : text;
      return [line(tried ? '✓' : '?', at, shown), line(' ', '', `← ${because}`)];
    }),
  );
  const seen = findings.filter(({ result }) => result === 'there' || result === 'wrong');
  if (file) add('Asked through this file', [findingsText(seen, coloured)]);
  const steps = writes.map((step) => line(step.result === 'there' ? '✓' : '✗', step.subject, step.text));
  add('A draft, as --try-writes asked', steps);
  // Leaves out calls that hardly any host has except the engine of this product.
  const absent = findings.filter(({ result, group }) => result === 'absent' && /known|extension/.test(group));
  const telling = absent.filter(({ text }) => !text.startsWith('host.json does not have it'));
  const others = line('–', `${absent.length - telling.length} calls more`, 'that --json names');
  const empty = telling.map(({ subject, text }) => line('–', subject, text));
  add('What stays empty or cannot be done', absent.length > 0 ? [...empty, others] : []);
  const unasked = [...new Set(spent.unasked)].map((call) => `  · ${call}`);
  add(`Not asked, since ${spent.why}`, unasked);
  add(
    "What is missing or not sure, and what to ask the host's developers for",
    questions.map((each) => `  → ${each}`),
  );
  add('Not looked for, and to be written by hand (docs/hosts.md)', [
    '  pages by cursor, GraphQL, sign-ins in several steps, fields of messages and applicants, the contact form,',
    '  Markdown, folders of bare file names, and names of files that are called otherwise in forms than in answers',
  ]);
  return [...lines, '', verdictOf(examined)].join('\n');
}

function verdictOf({ isReady, file, findings, writes, spent }: Examined): string {
  const ready = 'the pages and the sign-in work through this file';
  if (isReady && writes.some(({ result }) => result === 'wrong'))
    return `Not ready: ${ready}, and the draft did not, as told above.`;
  const untried =
    'What changes something was not tried: say --try-writes, or save, change and delete a draft in the admin area.';
  if (isReady) return `Ready: ${ready}. ${writes.length > 0 ? '' : untried}`.trim();
  if (spent.why) return `Not ready: not everything was asked, since ${spent.why}.`;
  if (!file) return 'Not ready: nothing can be proposed. See what is missing above.';
  const fatal = findings.filter((finding) => finding.fatal).length;
  const lost = `what pages need did not work through this file (${fatal} ✗)`;
  return `Not ready: ${fatal > 0 ? lost : 'see what is missing above'}.`;
}
