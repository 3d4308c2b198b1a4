import { namedOrigins } from '../../server/foreign-media/named-origins.ts';
import { type ArchiveKind, archiveKinds, type Manifest } from '../archive/manifest.ts';
import { writeArchive } from '../archive/write-archive.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { createProgress } from '../database/progress.ts';
import { readOnly } from '../moving/arguments.ts';
import { createHostSource } from '../moving/host/host-source.ts';
import { openMovingHost, productName } from '../moving/host.ts';
import { countLines, countRows, mediaFilesIn } from './archive-counts.ts';

/**
 * `npm run studio -- import pull FOLDER`: writes the content of the API host into an archive (docs/archive.md). Exit
 * code 2: the archive was written, but something is missing or differs from the host.
 */
export async function run({ paths, values }: Arguments<'import pull'>, context: Context): Promise<number> {
  const [folder = ''] = paths;
  const only = readOnly(values.only);
  const { environment, isJson, say, warn, answer } = context;
  // With --json, progress is written to standard error: a host may be slow, and standard output is reserved for the
  // document.
  const tell = isJson ? warn : say;
  const origins = namedOrigins(values['media-origin'] ?? [], { allowPrivate: values['allow-private'] });
  const host = await openMovingHost({ email: values.email, silent: isJson, origins, say: tell, environment });
  try {
    const source = createHostSource(host.calls, host.things, {
      madeBy: await productName(),
      fetch: host.fetch,
    });
    if (values['dry-run']) {
      const counts = await countRows(source, only);
      const absent = absentFrom(counts, only);
      for (const line of [...countLines(counts), ...absentLines(absent)]) say(line);
      say('Nothing was written.');
      answer({ dryRun: true, folder, counts, absent });
      return 0;
    }
    const progress = createProgress(tell);
    const { manifest, leftOut, kept } = await writeArchive(source, folder, {
      only,
      progress: (entity, done, of) => progress(entity, 'written', done, of ?? done),
    });
    const { counts } = manifest;
    const files = mediaFilesIn(manifest);
    const absent = absentFrom(counts, only);
    const left = [...leftOut, ...source.remarks()];
    const notes = source.notes();
    answer({ dryRun: false, folder, counts, files, kept, absent, leftOut: left, notes });
    for (const line of [...countLines(counts), ...absentLines(absent)]) say(line);
    say(`${folder}: ${files} files${kept > 0 ? `, ${kept} of them from an interrupted run` : ''}.`);
    for (const note of notes) say(note);
    for (const each of left) warn(`Not as at the host: ${each}`);
    return left.length > 0 ? 2 : 0;
  } finally {
    await host.close();
  }
}

/** Returns the requested entities that the archive lacks because the host has no call for them. */
function absentFrom(counts: Manifest['counts'], only: readonly ArchiveKind[] | undefined): ArchiveKind[] {
  const wanted = only ?? archiveKinds.filter((entity) => entity !== 'redirects');
  return wanted.filter((entity) => counts[entity] === undefined);
}

function absentLines(absent: readonly ArchiveKind[]): string[] {
  return absent.map((entity) => `  ${entity.padEnd(12)} ${'no call for it'.padStart(9)}`);
}
