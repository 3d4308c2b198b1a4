import { openArchive } from '../archive/read-archive.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { createProgress } from '../database/progress.ts';
import { readOnly } from '../moving/arguments.ts';
import { openMovingHost } from '../moving/host.ts';
import { differencesIn, pushArchive } from '../moving/push-archive.ts';
import { pushReport } from '../moving/push-report.ts';

/**
 * `npm run studio -- import push FOLDER`: adds the content of an archive (docs/archive.md) to the API host, through
 * the host's own calls. Exit code 1: nothing was done, or the push was interrupted; the same command then continues
 * it. Exit code 2: the push is done, but something differs from the archive: refused rows, ids, dates, or fields that
 * the host does not store.
 */
export async function run({ paths, values }: Arguments<'import push'>, context: Context): Promise<number> {
  const [folder = ''] = paths;
  const dryRun = values['dry-run'] === true;
  const only = readOnly(values.only);
  const { environment, isJson, say, warn } = context;
  // With --json, progress is written to standard error: a host may be slow, and standard output is reserved for the
  // document.
  const tell = isJson ? warn : say;
  const progress = createProgress(tell);
  const archive = await openArchive(folder, {
    progress: (what, done, of) => progress(what, 'looked at', done, of ?? done),
  });
  const host = await openMovingHost({
    email: values.email,
    silent: isJson,
    origins: {},
    say: tell,
    environment,
  });
  try {
    const pushed = await pushArchive(host, archive, {
      dryRun,
      only,
      say: tell,
      progress: (entity, done, of) => progress(entity, dryRun ? 'compared' : 'sent', done, of ?? done),
    });
    const { taken, arrived, addresses, refused, place } = pushed;
    const differences = differencesIn(arrived);
    context.answer({ folder, dryRun, place, ...taken, differences, ...addresses, refused });
    for (const line of pushReport(pushed, dryRun)) say(line);
    if (!isJson) for (const each of [...taken.left, ...taken.remarks, ...(refused ?? [])]) warn(each);
    const otherwise = [taken.left, taken.remarks, differences, addresses.taken, refused ?? []];
    return otherwise.some((some) => some.length > 0) ? 2 : 0;
  } finally {
    await host.close();
  }
}
