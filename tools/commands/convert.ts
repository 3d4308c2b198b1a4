import { writeFolder } from '../archive/write-folder.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { withExports } from './foreign-exports.ts';

/**
 * `npm run studio -- import convert FILE… FOLDER`: writes an archive (docs/archive.md) from the export of another
 * product. Exit code 2: the archive was written, but something was left out of it.
 */
export async function run({ paths, values }: Arguments<'import convert'>, context: Context) {
  const folder = paths.at(-1) ?? '';
  const { say, warn, answer } = context;
  const { 'dry-run': dryRun = false } = values;
  return withExports(paths.slice(0, -1), values, context, async (source) => {
    const leftOut = dryRun ? [] : (await writeFolder(source, folder)).leftOut;
    for (const each of leftOut) warn(each);
    const { posts, redirects } = source.counts;
    say(
      dryRun
        ? 'Nothing was written.'
        : `${folder} is an archive with ${posts} posts and ${redirects} redirects.`,
    );
    answer({ dryRun, folder, counts: source.counts, leftOut });
    return leftOut.length > 0 ? 2 : 0;
  });
}
