import { at } from './json-places.ts';
import { isNaive, isNothing } from './looks.ts';
import type { Surveyed } from './survey.ts';

interface Sample {
  name: string;
  value: unknown;
}

/** Dates that answers have in the fields that were found. */
function samplesIn({ resources }: Surveyed): Sample[] {
  return Object.values(resources)
    .flatMap(({ fields, rows, kind }) =>
      [...fields]
        .filter(([name]) => name.endsWith('_at'))
        .flatMap(([, { place }]) =>
          rows.map((row) => ({ name: `${kind}s: ${place}`, value: at(row, place) })),
        ),
    )
    .filter(({ value }) => !isNothing(value));
}

/** A date with a time and without a zone, in whichever field. */
export function naiveDateIn(done: Surveyed): Sample | undefined {
  const everything = Object.values(done.resources).flatMap(({ rows, kind }) =>
    rows.flatMap((row) => Object.entries(row).map(([name, value]) => ({ name: `${kind}s: ${name}`, value }))),
  );
  return [...samplesIn(done), ...everything].find(({ value }) => isNaive(value));
}

/** How the host writes dates, and in which zone: that nobody can see. */
export function datesOf(done: Surveyed, zone: string | undefined, questions: string[]) {
  const samples = samplesIn(done);
  const naive = naiveDateIn(done);
  const written = samples.find(({ name }) => /creat|insert|added/i.test(name)) ?? samples[0];
  const write = writingOf(written?.value);
  if (naive && zone === undefined)
    questions.push(
      `dates.zone: ${naive.name} is ${JSON.stringify(naive.value)} and says no zone; UTC is taken for it: ask in which zone it is, and say --zone`,
    );
  const because =
    zone !== undefined
      ? 'said by --zone'
      : naive
        ? 'nobody has said another'
        : 'no date without a zone was seen';
  const seen = written ? `${written.name} is ${JSON.stringify(written.value)}` : 'no date was seen';
  return {
    zone: zone ?? 'UTC',
    write,
    evidence: [
      { at: 'dates.zone', value: zone ?? 'UTC', because },
      { at: 'dates.write', value: write, because: seen },
    ],
  };
}

function writingOf(value: unknown): 'iso' | 'sql' | 'unix' | 'unix_ms' {
  if (isNothing(value)) return 'iso';
  if (Number.isFinite(Number(value))) return Number(value) < 100_000_000_000 ? 'unix' : 'unix_ms';
  return isNaive(value) && String(value).includes(' ') ? 'sql' : 'iso';
}
