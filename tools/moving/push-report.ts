import type { PushedArchive } from './push-archive.ts';

/** Rows of one kind are named each when there are no more of them. */
const namedAtMost = 3;

/** What came of a push, for people: what is alike of many rows is one line. */
export function pushReport(
  { taken, arrived, addresses, refused, place }: PushedArchive,
  dryRun: boolean,
): string[] {
  const heads = [dryRun ? 'to add' : 'added', 'same', 'conflict', 'refused'];
  const lines = [`  ${''.padEnd(12)}${heads.map((head) => head.padStart(11)).join('')}`];
  for (const [entity, { added, same, replaced, conflict, refused }] of Object.entries(taken.counts)) {
    const counts = [added, same + replaced, conflict, refused].map((count) => String(count).padStart(11));
    lines.push(`  ${entity.padEnd(12)}${counts.join('')}`);
  }
  const kinds = new Map<string, string[]>();
  for (const { entity, from, differences } of arrived)
    for (const words of differences) {
      const [field] = words.split(' ', 1);
      const kind = `${entity}: ${field === 'the' ? 'pictures in texts' : field}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), `${entity} ${from}: ${words}`]);
    }
  for (const [kind, all] of kinds) {
    if (all.length <= namedAtMost) lines.push(...all);
    else lines.push(`${kind} otherwise at the host in ${all.length} rows, such as ${all[0]}`);
  }
  const moved = arrived.filter(({ from, to }) => from !== to);
  for (const [entity, some] of Map.groupBy(moved, (each) => each.entity))
    lines.push(
      some.length <= namedAtMost
        ? `${entity}: ${some.map(({ from, to }) => `${from} is ${to} at the host`).join(', ')}`
        : `${entity}: ${some.length} have other ids at the host, such as ${some[0]?.from}, which is ${some[0]?.to}`,
    );
  if (dryRun) return [...lines, 'Nothing was sent.'];
  const { taken: others } = addresses;
  if (others.length > namedAtMost)
    lines.push(`${others.length} old addresses are those of other things at the host, such as ${others[0]}`);
  else lines.push(...others);
  if (addresses.redirects.length > 0)
    lines.push(
      `${addresses.redirects.length} old addresses lead to the new ones${refused ? '' : ' when you take them in: npm run redirects -- import'} (${place}/redirects.csv).`,
    );
  if (kinds.size + others.length > 0) lines.push(`Every difference is in ${place}/differences.txt.`);
  const isNothing = Object.values(taken.counts).every(({ added }) => added === 0);
  return isNothing ? [...lines, 'Nothing had to be sent.'] : lines;
}
