import { type Case, type Contender, type Figure, figures, type Limit, type Round } from './load.ts';

/** Distribution of a figure over the rounds of one contender. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Results of a contender's rounds; without figures if the contender is not installed. */
export interface Measured {
  name: string;
  spreads: Partial<Record<Figure, Spread>>;
}

/** A limit and its result. */
export interface Verdict {
  limit: Limit;
  /** The figure, or its multiple; undefined if it or the figure to compare with was not measured. */
  value: number | undefined;
  reached: boolean;
  /** Distance from the limit, as a fraction of the limit: 0.5 is half as much again. 0 when reached. */
  missedBy: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Returns median, minimum and maximum of every figure in the rounds. */
export function sumUp(name: string, rounds: readonly Round[]): Measured {
  const spreads: Measured['spreads'] = {};
  for (const figure of Object.keys(figures) as Figure[]) {
    const values = rounds.flatMap((round) => round[figure] ?? []);
    if (values.length > 0) spreads[figure] = spreadOf(values);
  }
  return { name, spreads };
}

/** Judges by medians. A figure that was not measured does not reach its limit. */
export function judge(limit: Limit, measured: readonly Measured[]): Verdict {
  const medianOf = (who: string | undefined) =>
    measured.find((each) => each.name === who)?.spreads[limit.figure]?.median;
  const own = medianOf(limit.who ?? measured[0]?.name);
  const base = limit.of === undefined ? 1 : medianOf(limit.of);
  if (own === undefined || base === undefined) {
    return { limit, value: undefined, reached: false, missedBy: Number.NaN };
  }
  const value = own / base;
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = limit;
  if (value > atMost) return { limit, value, reached: false, missedBy: value / atMost - 1 };
  if (value < atLeast) return { limit, value, reached: false, missedBy: 1 - value / atLeast };
  return { limit, value, reached: true, missedBy: 0 };
}

/** Measures a case: its contenders warm up, and then run rounds in turn. */
export async function measureCase({ contenders, rounds = 5 }: Case): Promise<Measured[]> {
  const found = new Map<Contender, Round[]>(contenders.map((each) => [each, []]));
  for (const contender of contenders) await contender.warmUp?.();
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [contender, list] of found) {
      const round = await contender.round?.();
      if (round) list.push(round);
    }
  }
  return [...found].map(([{ name }, list]) => sumUp(name, list));
}
