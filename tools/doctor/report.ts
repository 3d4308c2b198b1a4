import { type Finding, titles } from './finding.ts';

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
