import { findingsText } from '../report.ts';
import type { Examined } from './examine.ts';

/** What `npm run doctor -- URL` says of a host, for a terminal. The proposed file is printed apart. */
export function examinedText(examined: Examined, coloured: boolean): string {
  const { root, evidence, questions, findings, empty, calls, file } = examined;
  const lines: string[] = [
    `${root}: ${calls} calls were made. Nothing was changed but one sign-in and its end.`,
  ];
  if (evidence.length > 0) {
    lines.push(
      '',
      'What host.json says, and from which call that is known (? was not tried, since it changes something)',
    );
    for (const { at, value, because, tried } of evidence)
      lines.push(
        `  ${tried ? '✓' : '?'} ${at.padEnd(34)} ${shortened(value)}`,
        `${' '.repeat(39)}← ${because}`,
      );
  }
  if (file) {
    const seen = findings.filter(({ result }) => result === 'there' || result === 'wrong');
    lines.push('', 'Asked through this file', findingsText(seen, coloured));
  }
  if (empty.length > 0) {
    lines.push('', 'What stays empty or cannot be done');
    for (const { call, text } of empty.filter(({ isOfThings }) => isOfThings))
      lines.push(`  – ${call.padEnd(40)} ${text}`);
    const others = empty.filter(({ isOfThings }) => !isOfThings).length;
    if (others > 0)
      lines.push(
        `  – ${others} calls more that few hosts but the engine of this product have (--json names them)`,
      );
  }
  if (questions.length > 0) {
    lines.push('', "What is missing or not sure, and what to ask the host's developers for");
    for (const question of questions) lines.push(`  → ${question}`);
  }
  return [...lines, '', verdictOf(examined)].join('\n');
}

function verdictOf({ isReady, file, findings }: Examined): string {
  if (isReady)
    return 'Ready: the pages and the sign-in work through this file. What changes something was not tried: save, change and delete one draft in the admin area before you rely on it.';
  const fatal = findings.filter((finding) => finding.fatal).length;
  if (!file) return 'Not ready: nothing can be proposed. See what is missing above.';
  return fatal > 0
    ? `Not ready: ${fatal} call${fatal === 1 ? '' : 's'} that pages need did not work through this file.`
    : 'Not ready: see what is missing above.';
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}
