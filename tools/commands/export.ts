import { openStorage } from '../../server/content-api/media/storage/open-storage.ts';
import { readContent, refuseHost } from '../archive/engine.ts';
import { engineSource } from '../archive/engine-source.ts';
import { readOnly } from '../archive/nouns.ts';
import { writeFolder } from '../archive/write-folder.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { withFullDiskText } from '../full-disk.ts';
import { createProgress } from '../terminal.ts';
import { countLines, countRows, filesIn, reportWritten, rowCounts } from './archive-counts.ts';

/**
 * `npm run studio -- export FOLDER`: writes the content of the embedded engine into an archive (docs/archive.md). The
 * site may be running. Exit code 2: the archive was written, but something is missing from it.
 */
export async function run({ paths, values }: Arguments<'export'>, context: Context) {
  const [folder = ''] = paths;
  const { say, answer, log } = context;
  const only = readOnly(values.only);
  const config = context.config();
  refuseHost(config);
  return readContent(config, async (tables) => {
    const storage = await openStorage(config, log);
    try {
      const madeBy = `studio-site ${await context.version()}`;
      const source = engineSource(tables, storage, { madeBy, address: config.PUBLIC_URL?.href ?? null });
      if (values['dry-run']) {
        const counts = await countRows(source, only);
        for (const line of [...countLines(counts), 'Nothing was written.']) say(line);
        answer({ dryRun: true, folder, counts });
        return 0;
      }
      const progress = createProgress(say);
      const written = await withFullDiskText(
        () =>
          writeFolder(source, folder, {
            only,
            progress: (table, done) => progress(table, 'written', done, done),
          }),
        { folders: [folder], after: 'The same command continues with the existing files.' },
      );
      const { manifest, leftOut, kept } = written;
      answer({ dryRun: false, folder, counts: rowCounts(manifest), files: filesIn(manifest), kept, leftOut });
      reportWritten(folder, written, context);
      return leftOut.length > 0 ? 2 : 0;
    } finally {
      storage.close();
    }
  });
}
