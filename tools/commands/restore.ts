import { ArchiveProblem, countsOf } from '../archive/format.ts';
import { checkBackup, isCopy, lostText, restoreBackup, restoreCopy } from '../backup/restore-backup.ts';
import type { Arguments } from '../cli/commands.ts';
import { type Context, onFullDisk } from '../cli/context.ts';

/**
 * `npm run studio -- restore FILE`: restores a backup into DATA_DIR and, with DATABASE_URL, into that database; or puts
 * back the copy of the content that was made before a migration. If it fails, nothing has been changed, unless the
 * message says otherwise; files may have been added to the bucket of MEDIA_URL.
 */
export async function run({ paths, values }: Arguments<'restore'>, context: Context) {
  const [file = ''] = paths;
  const { force = false, 'dry-run': dryRun = false } = values;
  const { say, answer } = context;
  if (values.check) {
    if (await isCopy(file))
      throw new ArchiveProblem(`${file} is a copy of SQLite. Look at it with --dry-run instead of --check.`);
    const manifest = await checkBackup(file, context.log);
    const { made_at, made_by } = manifest;
    const { rows, files } = countsOf(manifest);
    say(`${file} is intact: ${rows} rows and ${files} files, written ${made_at} by ${made_by}.`);
    answer({ file, intact: true, rows, files, made_at, made_by });
    return 0;
  }
  const config = context.config();
  const noSpace = onFullDisk([config.DATA_DIR], 'The existing data is unchanged.');
  if (await isCopy(file)) {
    const { lost, aside } = await restoreCopy(file, config, { force, dryRun }).catch(noSpace);
    say(`Rows that are newer than the copy, or differ: ${lostText(lost)}.`);
    say(dryRun ? 'Nothing was changed.' : `The content is that of ${file}.`);
    sayAside(aside, context);
    answer({ dryRun, file, lost, aside: aside ?? null });
  } else await restoreWhole(file, { force, dryRun }, context).catch(noSpace);
  return 0;
}

async function restoreWhole(
  file: string,
  { force, dryRun }: { force: boolean; dryRun: boolean },
  context: Context,
) {
  const { say, answer, log } = context;
  const config = context.config();
  const done = await restoreBackup(file, { config, force, log }, { dryRun });
  const { manifest, moved, waiting, replaced, aside, schema } = done;
  const to = `${config.DATA_DIR}${config.DATABASE_URL ? ' and the database of DATABASE_URL' : ''}`;
  const { rows, files } = countsOf(manifest);
  const what = `${rows} rows and ${files} files of ${manifest.made_at}`;
  say(dryRun ? `${file} is intact: ${what} would be restored to ${to}.` : `${what} are restored to ${to}.`);
  if (moved.length > 0) say(`${dryRun ? 'Would be moved aside' : 'Moved aside'}: ${moved.join(', ')}.`);
  if (schema)
    say(
      `The earlier tables ${dryRun ? 'would be' : 'are'} in the schema ${schema}; drop it when the site works.`,
    );
  sayAside(aside, context);
  if (replaced > 0)
    say(`${replaced} texts had a NUL, which PostgreSQL cannot store: U+FFFD is in its place.`);
  if (waiting > 0)
    say(
      `${waiting} forms wait in the queue: start with the SESSION_SECRET of that time, or with the content of the session-secret of that time as SESSION_SECRET. No other secret decrypts them.`,
    );
  say(dryRun ? 'Nothing was changed.' : 'All admins have to sign in again.');
  const { made_at } = manifest;
  answer({
    dryRun,
    file,
    rows,
    files,
    made_at,
    aside: aside ?? null,
    moved,
    schema: schema ?? null,
    waiting,
    replaced,
  });
}

function sayAside(aside: string | undefined, { say }: Context) {
  if (aside) say(`The earlier data is in ${aside}; delete it when the site works.`);
}
