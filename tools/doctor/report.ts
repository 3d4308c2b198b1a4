import type { Finding } from './finding.ts';

const titles: Record<Finding['group'], string> = {
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

const marks: Record<Finding['result'], string> = { there: '✓', absent: '–', wrong: '!', untried: '?' };
const colours: Record<Finding['result'], number> = { there: 32, absent: 90, wrong: 33, untried: 90 };
const failed = { mark: '✗', colour: 31 };
const subjectWidth = 40;

/**
 * Formats findings for a terminal, in groups and aligned, followed by a sentence with the overall result. `coloured`
 * adds colours.
 */
export function reportText(findings: readonly Finding[], coloured: boolean): string {
  return `${findingsText(findings, coloured)}\n\n${verdict(findings)}`;
}

/** Formats findings as `reportText` does, without the sentence with the overall result. */
export function findingsText(findings: readonly Finding[], coloured: boolean): string {
  const paint = (text: string, colour: number) => (coloured ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const lines = Object.entries(titles).flatMap(([group, title]) => {
    const own = findings.filter((finding) => finding.group === group);
    if (own.length === 0) return [];
    return [
      '',
      title,
      ...own.flatMap(({ result, subject, text, mend, fatal }) => {
        const mark = fatal ? failed.mark : marks[result];
        const colour = fatal ? failed.colour : colours[result];
        const head = `${mark} ${result.padEnd(7)}`;
        return [
          `  ${paint(head, colour)} ${subject.padEnd(subjectWidth)} ${text}`,
          ...(mend ? [`${' '.repeat(14)}→ ${mend}`] : []),
        ];
      }),
    ];
  });
  return lines.join('\n');
}

/** True if the site can run: no finding is fatal. */
export function isHealthy(findings: readonly Finding[]): boolean {
  return !findings.some((finding) => finding.fatal);
}

function verdict(findings: readonly Finding[]): string {
  const fatal = findings.filter((finding) => finding.fatal).length;
  const count = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  const counts = `${count('there')} there, ${count('absent')} absent, ${count('wrong')} wrong, ${count('untried')} not tried`;
  const where = findings.some(({ group }) => group === 'host') ? ' in front of this host' : '';
  return fatal > 0
    ? `${counts}. ${fatal} must be fixed (✗) before the site can run${where}.`
    : `${counts}. The site can run${where}.`;
}
