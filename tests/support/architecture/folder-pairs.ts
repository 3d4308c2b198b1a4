import { posix } from 'node:path';
import type { SourceModule } from './source-modules.ts';

/**
 * Returns the pairs of folders of server/ whose files import each other, where neither folder contains the other,
 * sorted.
 */
export function findFolderPairs(modules: readonly SourceModule[]): string[] {
  const edges = new Set(
    modules.flatMap(({ path, imports }) =>
      imports.map(({ file = '' }) => `${posix.dirname(path)} ↔ ${posix.dirname(file)}`),
    ),
  );
  return [...edges]
    .filter((edge) => {
      const [one = '', other = ''] = edge.split(' ↔ ');
      return (
        [one, other].every((folder) => folder.startsWith('server/')) &&
        one < other &&
        !other.startsWith(`${one}/`) &&
        edges.has(`${other} ↔ ${one}`)
      );
    })
    .sort();
}
