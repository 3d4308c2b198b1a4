import { tmpdir } from 'node:os';
import { namedOrigins } from '../../server/foreign-media/named-origins.ts';
import { writeArchive } from '../archive/write-archive.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { deliveredLater, openExports, refuseWithoutOrigins } from '../moving/exports.ts';
import { openFetcher } from '../moving/foreign.ts';
import { temporaryFolder } from '../moving/temporary-folder.ts';
import { countRows } from './archive-counts.ts';

/**
 * `npm run studio -- import convert FILE… FOLDER`: writes an archive (docs/archive.md) from the export of another
 * product. Exit code 2: the archive was written, but something was left out of it.
 */
export async function run({ paths, values }: Arguments<'import convert'>, context: Context): Promise<number> {
  const [files, folder = ''] = [paths.slice(0, -1), paths.at(-1)];
  const { 'media-origin': named = [], 'allow-private': allowPrivate, 'no-media': noMedia = false } = values;
  const dryRun = values['dry-run'] === true;
  const { say, warn, answer, typed } = context;
  const config = context.config();
  const origins = namedOrigins(named, { allowPrivate });
  const fetcher = openFetcher(origins, { folder: temporaryFolder(tmpdir(), 'studio-convert'), config });
  try {
    const source = await openExports(files, values, {
      say,
      textBytes: config.UPLOAD_TEXT_MAX_BYTES,
      media: noMedia || dryRun ? async () => deliveredLater : fetcher.fetch,
    });
    if (dryRun) {
      say('Nothing was written.');
      answer({ dryRun, folder, counts: await countRows(source) });
      return 0;
    }
    refuseWithoutOrigins(source, { named, noMedia, typed });
    const { manifest, leftOut } = await writeArchive(source, folder);
    for (const each of leftOut) warn(each);
    const { posts = 0, redirects = 0 } = manifest.counts;
    say(`${folder} is an archive with ${posts} posts and ${redirects} redirects.`);
    answer({ dryRun, folder, counts: manifest.counts, leftOut });
    return leftOut.length > 0 ? 2 : 0;
  } finally {
    fetcher.close();
  }
}
