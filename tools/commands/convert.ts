import { tmpdir } from 'node:os';
import { namedOrigins } from '../../server/foreign-media/named-origins.ts';
import { openExports, openFetcher } from '../archive/foreign-exports.ts';
import { temporaryFolder } from '../archive/temporary-folder.ts';
import { writeFolder } from '../archive/write-folder.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';

/**
 * `npm run studio -- import convert FILE… FOLDER`: writes an archive (docs/archive.md) from the export of another
 * product. Exit code 2: the archive was written, but something was left out of it.
 */
export async function run({ paths, values }: Arguments<'import convert'>, context: Context): Promise<number> {
  const [files, folder = ''] = [paths.slice(0, -1), paths.at(-1)];
  const { say, warn, answer, typed, log } = context;
  const config = context.config();
  const origins = namedOrigins(values['media-origin'] ?? [], { allowPrivate: values['allow-private'] });
  const fetcher = openFetcher(origins, { folder: temporaryFolder(tmpdir(), 'studio-convert'), config, log });
  try {
    const source = await openExports(files, values, { config, say, typed, fetch: fetcher.fetch });
    if (values['dry-run']) {
      say('Nothing was written.');
      answer({ dryRun: true, folder, counts: source.counts });
      return 0;
    }
    const { leftOut } = await writeFolder(source, folder);
    for (const each of leftOut) warn(each);
    const { posts, redirects } = source.counts;
    say(`${folder} is an archive with ${posts} posts and ${redirects} redirects.`);
    answer({ dryRun: false, folder, counts: source.counts, leftOut });
    return leftOut.length > 0 ? 2 : 0;
  } finally {
    fetcher.close();
  }
}
