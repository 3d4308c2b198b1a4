import type { Manifest } from '../archive/manifest.ts';
import { writeArchive } from '../archive/write-archive.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { createProgress } from '../database/progress.ts';
import { withFullDiskText } from '../full-disk.ts';
import { readOnly } from '../moving/arguments.ts';
import { createEngineSource } from '../moving/engine/engine-source.ts';
import { openToRead, refuseHost } from '../moving/engine.ts';
import { sourceWithRedirects } from '../moving/redirects.ts';
import { countLines, countRows, mediaFilesIn } from './archive-counts.ts';

/**
 * `npm run studio -- export FOLDER`: writes the content of the embedded engine into an archive (docs/archive.md). The
 * site may be running. Exit code 2: the archive was written, but something is missing from it.
 */
export async function run({ paths, values }: Arguments<'export'>, context: Context): Promise<number> {
  const [folder = ''] = paths;
  const only = readOnly(values.only);
  const config = context.config();
  refuseHost(config);
  const engine = await openToRead(config, context.log);
  try {
    const content = createEngineSource(engine.db, engine.storage, {
      madeBy: `studio-site ${await context.version()}`,
      address: config.PUBLIC_URL?.href ?? null,
    });
    const source = engine.site ? sourceWithRedirects(content, engine.site) : content;
    if (values['dry-run']) {
      const counts = await countRows(source, only);
      for (const line of countLines(counts)) context.say(line);
      context.say('Nothing was written.');
      context.answer({ dryRun: true, folder, counts });
      return 0;
    }
    const progress = createProgress(context.say);
    const written = await withFullDiskText(
      () =>
        writeArchive(source, folder, {
          only,
          progress: (entity, done, of) => progress(entity, 'written', done, of ?? done),
        }),
      { folders: [folder], after: 'The same command continues with the existing files.' },
    );
    report(folder, written, context);
    return written.leftOut.length > 0 ? 2 : 0;
  } finally {
    await engine.close();
  }
}

function report(
  folder: string,
  { manifest, leftOut, kept }: { manifest: Manifest; leftOut: string[]; kept: number },
  { say, warn, answer }: Context,
): void {
  const files = mediaFilesIn(manifest);
  answer({ dryRun: false, folder, counts: manifest.counts, files, kept, leftOut });
  for (const line of countLines(manifest.counts)) say(line);
  say(`${folder}: ${files} files${kept > 0 ? `, ${kept} of them from an interrupted run` : ''}.`);
  say('It contains what visitors have written, and the CVs of applicants: protect it like the site itself.');
  for (const each of leftOut) warn(`Not in it: ${each}`);
}
