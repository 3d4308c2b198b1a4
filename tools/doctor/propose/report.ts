import { rows } from '#shared/contract/index.ts';
import { entityOf } from '../../../server/bff/reads/kinds-of-things.ts';
import { findingsText } from '../report.ts';
import type { Examined } from './examine.ts';

/** Calls about things that hosts of many makes have; the others are those of our own engine. */
const things = new Set(
  rows
    .filter((row) => entityOf(row) && !/^(search|reorder|bulk)/.test(row.name))
    .map((row) => `${row.method} ${row.path}`),
);

/** The report of `npm run doctor -- URL` for a terminal. The proposed file is printed apart. */
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
  const steps = writes.map(({ result, subject, text }) =>
    line(result === 'there' ? '✓' : '✗', subject, text),
  );
  add('A draft, as --try-writes asked', steps);
  const empty = findings.filter(({ result, group }) => result === 'absent' && /known|extension/.test(group));
  const ofThings = empty.filter(({ subject }) => things.has(subject));
  const others = `  – ${empty.length - ofThings.length} calls more that few hosts but the engine of this product have (--json names them)`;
  add('What stays empty or cannot be done', [
    ...ofThings.map(({ subject, text }) => line('–', subject, text)),
    ...(empty.length > ofThings.length ? [others] : []),
  ]);
  if (spent.why)
    add(
      `Not asked, since ${spent.why}`,
      [...new Set(spent.unasked)].map((call) => `  · ${call}`),
    );
  add(
    "What is missing or not sure, and what to ask the host's developers for",
    questions.map((each) => `  → ${each}`),
  );
  add('Not looked for, and to be written by hand (docs/hosts.md)', [
    '  pages by cursor, GraphQL, sign-ins in several steps, fields of messages and applicants, names of files in forms',
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
