import type { Measured, Spread, Verdict } from './figures.ts';
import { type Case, type Figure, figures, type Limit, type Load, targets } from './load.ts';

/** A case, measured and judged. */
export interface Outcome {
  load: Load;
  case: Case;
  measured: Measured[];
  verdicts: Verdict[];
}

/** Returns the table of a case: a line for each contender, medians with minimum and maximum of the rounds. */
export function caseTable({ case: { name, contenders, limits = [] }, measured }: Outcome): string {
  const shown = (Object.keys(figures) as Figure[]).filter(
    (figure) =>
      limits.some((limit) => limit.figure === figure) || measured.some((each) => each.spreads[figure]),
  );
  const lines = measured.map((each, index) => [
    each.name,
    ...shown.map((figure) => {
      const contender = contenders[index];
      if (!contender?.round) return contender?.missing ?? 'not installed';
      const spread = each.spreads[figure];
      return spread ? spreadText(spread, figure) : '–';
    }),
  ]);
  return table([[name, ...shown.map((figure) => figures[figure].head)], ...lines]);
}

/**
 * Returns a table with a line for each case with its main figure, and a column for each contender: compares the
 * product with all others.
 */
export function besideTable(outcomes: readonly Outcome[]): string {
  const compared = outcomes.filter(({ case: { contenders } }) =>
    contenders.some(({ name }) => name === 'product'),
  );
  const names = [...new Set(compared.flatMap(({ measured }) => measured.map(({ name }) => name)))];
  const lines = compared.flatMap(({ case: { name, contenders }, load, measured }) =>
    ([...besideFigures] as Figure[])
      .filter((figure) => measured[0]?.spreads[figure])
      .map((figure) => [
        `${load.name}: ${name}, ${figures[figure].head}`,
        ...names.map((who) => {
          const contender = contenders.find((each) => each.name === who);
          if (contender && !contender.round) return contender.missing ?? 'not installed';
          const spread = measured.find((each) => each.name === who)?.spreads[figure];
          return spread ? number(spread.median, figures[figure].digits) : '–';
        }),
      ]),
  );
  return table([['', ...names], ...lines]);
}

/**
 * Figures that are compared between contenders; figures derived from these appear only in the tables of the cases.
 */
const besideFigures = ['cpu', 'cpuMs', 'seconds', 'cpuSeconds', 'rss', 'addedRss', 'longestWait'] as const;

/** Returns one table of all limits, in the order of the targets. */
export function limitTable(outcomes: readonly Outcome[]): string {
  const lines = targets.flatMap((target) =>
    outcomes
      .filter((outcome) => outcome.load.target === target)
      .flatMap((outcome) =>
        outcome.verdicts.map((verdict) => [
          target,
          subjectOf(outcome, verdict.limit),
          limitText(verdict.limit),
          valueText(verdict),
          verdictText(verdict),
        ]),
      ),
  );
  return table([['target', 'what', 'limit', 'figure', 'reached'], ...lines]);
}

function subjectOf({ load, case: { name } }: Outcome, { who }: Limit): string {
  return [load.name, name, who].filter((part) => part && part !== 'product').join(': ');
}

function limitText({ figure, atMost, atLeast, of }: Limit): string {
  const bound = [atLeast !== undefined && `≥ ${atLeast}`, atMost !== undefined && `≤ ${atMost}`];
  return `${figures[figure].head} ${bound.filter(Boolean).join(' and ')}${of ? ` × ${of}` : ''}`;
}

function valueText({ limit, value }: Verdict): string {
  if (value === undefined) return '–';
  return limit.of ? `${value.toFixed(2)} ×` : number(value, figures[limit.figure].digits);
}

function verdictText({ value, reached, missedBy }: Verdict): string {
  if (value === undefined) return 'not measured';
  if (reached) return 'yes';
  return missedBy < 1
    ? `no, by ${Math.max(1, Math.round(missedBy * 100))} %`
    : `no, ${(missedBy + 1).toFixed(1)} × the limit`;
}

function spreadText({ median, min, max }: Spread, figure: Figure): string {
  const { digits } = figures[figure];
  const [middle, least, most] = [median, min, max].map((each) => number(each, digits));
  return least === most ? `${middle}` : `${middle} (${least}–${most})`;
}

function number(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Returns a Markdown table with aligned columns, to be readable on a screen. */
function table([head = [], ...lines]: string[][]): string {
  const widths = head.map((cell, index) =>
    Math.max(cell.length, ...lines.map((line) => line[index]?.length ?? 0)),
  );
  const row = (cells: string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => `${'-'.repeat(width + 1)}${index === 0 ? '-' : ':'}`).join('|')}|`;
  return [row(head), rule, ...lines.map(row)].join('\n');
}
