import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type ArchiveKind, archiveKinds } from '../archive/manifest.ts';
import { ArchiveProblem } from '../archive/problem.ts';

/** What a command of archives is told: a folder, and options. Throws `ArchiveProblem` with `usage`. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  const { paths, values } = readPaths(args, options, usage);
  const [folder, ...rest] = paths;
  if (folder && rest.length === 0) return { folder, values };
  throw new ArchiveProblem(usage);
}

/** What a command is told that takes several files. */
export function readPaths<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    const { values, positionals: paths } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (paths.length > 0 && !paths.includes('')) return { paths, values };
  } catch {
    // An option that is none: told in the same way.
  }
  throw new ArchiveProblem(usage);
}

/** The entities of `--only`. */
export function readOnly(text: string | undefined): ArchiveKind[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  const strange = names.filter((name) => !archiveKinds.some((entity) => entity === name));
  if (strange.length > 0)
    throw new ArchiveProblem(`--only takes ${archiveKinds.join(', ')}; not ${strange.join(', ')}.`);
  return archiveKinds.filter((entity) => names.includes(entity));
}
