import { type ArchiveKind, archiveKinds } from '../archive/manifest.ts';
import { ArchiveProblem } from '../archive/problem.ts';

/** Parses the value of `--only` into entities; undefined if the option is missing. */
export function readOnly(text: string | undefined): ArchiveKind[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  const strange = names.filter((name) => !archiveKinds.some((entity) => entity === name));
  if (strange.length > 0)
    throw new ArchiveProblem(`--only accepts ${archiveKinds.join(', ')}; not ${strange.join(', ')}.`);
  return archiveKinds.filter((entity) => names.includes(entity));
}
