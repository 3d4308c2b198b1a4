import { StartError } from '../server/errors.ts';
import { openArchive } from '../tools/archive/read-archive.ts';
import { createProgress } from '../tools/database/progress.ts';
import { readArguments, readOnly } from '../tools/moving/arguments.ts';
import { openMovingHost } from '../tools/moving/host.ts';
import { differencesIn, pushArchive } from '../tools/moving/push-archive.ts';
import { pushReport } from '../tools/moving/push-report.ts';

/**
 * `npm run push -- FOLDER [--dry-run] [--only posts,projects] [--email name] [--json]`: adds what an archive (docs/archive.md) holds to the API host, by
 * its own calls. Exit code 1 when nothing was done, or it was broken off: the same again goes on. 2 when it is done, and something is not there
 * as the archive has it: rows that were refused, ids, moments, fields that the host does not keep.
 */
const usage = `Usage: npm run push -- FOLDER [--dry-run] [--only posts,projects,…] [--email name] [--json]

The host is that of the server: UPSTREAM_URL, or DATA_DIR/host.json. What is there is left alone, and a second time nothing is added.
With --dry-run nothing is sent. Who signs in is asked for on the terminal, or is ADMIN_EMAIL with ADMIN_PASSWORD.`;

try {
  const { folder, values } = readArguments(
    process.argv.slice(2),
    {
      only: { type: 'string' },
      email: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    usage,
  );
  const { json, 'dry-run': dryRun } = values;
  const only = readOnly(values.only);
  const say = (text: string) => (json ? console.error(text) : console.log(text));
  const progress = createProgress(say);
  const archive = await openArchive(folder, {
    progress: (what, done, of) => progress(what, 'looked at', done, of ?? done),
  });
  const host = await openMovingHost({ email: values.email, silent: json, origins: {}, say });
  try {
    const pushed = await pushArchive(host, archive, {
      ...{ dryRun, only, say },
      progress: (entity, done, of) => progress(entity, dryRun ? 'compared' : 'sent', done, of ?? done),
    });
    const { taken, arrived, addresses, refused, place } = pushed;
    const differences = differencesIn(arrived);
    if (json)
      console.log(JSON.stringify({ folder, dryRun, place, ...taken, differences, ...addresses, refused }));
    else {
      for (const line of pushReport(pushed, dryRun)) say(line);
      for (const each of [...taken.left, ...taken.remarks, ...(refused ?? [])]) console.error(each);
    }
    const otherwise = [taken.left, taken.remarks, differences, addresses.taken, refused ?? []];
    if (otherwise.some((some) => some.length > 0)) process.exitCode = 2;
  } finally {
    await host.close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
