import type { Arrived } from './host/earlier-rows.ts';
import type { PushedArchive } from './push-archive.ts';

/** Maximum number of similar findings that the report lists. For more, it states their number and one example. */
const namedAtMost = 3;

/** Returns the report of a push for people. Differences in the same field of many rows are one line. */
export function pushReport(
  { taken, arrived, addresses, refused, place }: PushedArchive,
  dryRun: boolean,
): string[] {
  const differences = differencesByField(arrived);
  const lines = [...countLines(taken.counts, dryRun), ...differenceLines(differences), ...idLines(arrived)];
  if (dryRun) return [...lines, 'Nothing was sent.'];
  lines.push(...takenAddressLines(addresses.taken));
  if (addresses.redirects.length > 0)
    lines.push(
      `${addresses.redirects.length} old addresses lead to the new ones${refused ? '' : ' when you import them: npm run studio -- redirects import'} (${place}/redirects.csv).`,
    );
  if (differences.size + addresses.taken.length > 0)
    lines.push(`Every difference is in ${place}/differences.txt.`);
  if (Object.values(taken.counts).every(({ added }) => added === 0)) lines.push('Nothing had to be sent.');
  return lines;
}

function countLines(counts: PushedArchive['taken']['counts'], dryRun: boolean): string[] {
  const heads = [dryRun ? 'to add' : 'added', 'same', 'conflict', 'refused'];
  const rows = Object.entries(counts).map(([entity, { added, same, replaced, conflict, refused }]) =>
    countLine(entity, [added, same + replaced, conflict, refused]),
  );
  return [countLine('', heads), ...rows];
}

function countLine(name: string, cells: readonly (string | number)[]): string {
  return `  ${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(11)).join('')}`;
}

/** Returns the differences as sentences with their rows, by entity and field. */
function differencesByField(arrived: readonly Arrived[]): Map<string, string[]> {
  const sentences = arrived.flatMap(({ entity, from, differences }) =>
    differences.map((words) => {
      const [field] = words.split(' ', 1);
      const kind = `${entity}: ${field === 'the' ? 'pictures in texts' : field}`;
      return { kind, sentence: `${entity} ${from}: ${words}` };
    }),
  );
  const kinds = Map.groupBy(sentences, ({ kind }) => kind);
  return new Map([...kinds].map(([kind, all]) => [kind, all.map(({ sentence }) => sentence)]));
}

function differenceLines(differences: ReadonlyMap<string, readonly string[]>): string[] {
  return [...differences].flatMap(([kind, all]) =>
    all.length <= namedAtMost
      ? all
      : [`${kind} differs at the host in ${all.length} rows, such as ${all[0]}`],
  );
}

/** Lists the rows that have another id at the host. */
function idLines(arrived: readonly Arrived[]): string[] {
  const moved = arrived.filter(({ from, to }) => from !== to);
  return [...Map.groupBy(moved, ({ entity }) => entity)].map(([entity, some]) =>
    some.length <= namedAtMost
      ? `${entity}: ${some.map(({ from, to }) => `${from} is ${to} at the host`).join(', ')}`
      : `${entity}: ${some.length} have other ids at the host, such as ${some[0]?.from}, which is ${some[0]?.to}`,
  );
}

function takenAddressLines(taken: readonly string[]): readonly string[] {
  if (taken.length <= namedAtMost) return taken;
  return [`${taken.length} old addresses belong to other records at the host, such as ${taken[0]}`];
}
