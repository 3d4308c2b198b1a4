import { availableParallelism, totalmem } from 'node:os';

/** Returns date, cores, memory and Node version, without which the figures of a run mean nothing. */
export function machine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, Node ${process.version}, ${availableParallelism()} cores, ${memory} of memory`;
}

/** Returns a Markdown table of two columns. */
export function table(title: string, lines: Iterable<readonly [string, string | number]>): string {
  return [`| ${title} | |`, '|---|---|', ...[...lines].map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

/** Formats milliseconds as "812 (at most 990)". */
export function spread(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${Math.round(middle)} ms (at most ${Math.round(sorted.at(-1) ?? 0)})`;
}

/** Formats a list of problems as a table cell. */
export function problemsText(problems: readonly string[]): string {
  return problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 5).join('; ')}`;
}
