import { namedOrigins } from '../../server/foreign-media/named-origins.ts';
import { HostSource } from '../archive/host/host-source.ts';
import { openMovingHost } from '../archive/host/open-host.ts';
import { nouns, readOnly } from '../archive/nouns.ts';
import { writeFolder } from '../archive/write-folder.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { createProgress } from '../terminal.ts';
import { countLines, filesIn, reportWritten, rowCounts } from './archive-counts.ts';

/**
 * `npm run studio -- import pull FOLDER`: writes the content of the API host into an archive (docs/archive.md). Exit
 * code 2: the archive was written, but something is missing or differs from the host.
 */
export async function run({ paths, values }: Arguments<'import pull'>, context: Context) {
  const [folder = ''] = paths;
  const only = readOnly(values.only);
  const { environment, isJson, say, warn, answer } = context;
  // With --json, progress is written to standard error: a host may be slow, and standard output is reserved for the
  // document.
  const tell = isJson ? warn : say;
  const origins = namedOrigins(values['media-origin'] ?? [], { allowPrivate: values['allow-private'] });
  const { calls, map, fetch, close } = await openMovingHost({
    ...{ email: values.email, silent: isJson, origins, say: tell, environment },
  });
  try {
    const source = new HostSource(calls, map, { madeBy: `studio-site ${await context.version()}`, fetch });
    const counts = await source.counts(only);
    const absent = (only ?? nouns.map(({ name }) => name)).filter((name) => counts[name] === undefined);
    const absentLines = absent.map((name) => `  ${name.padEnd(24)} the host has no call for it`);
    if (values['dry-run']) {
      for (const line of [...countLines(counts), ...absentLines, 'Nothing was written.']) say(line);
      answer({ dryRun: true, folder, counts, absent });
      return 0;
    }
    const progress = createProgress(tell);
    const written = await writeFolder(source, folder, {
      only,
      progress: (table, done) => progress(table, 'written', done, done),
    });
    const { manifest, kept } = written;
    const leftOut = [...written.leftOut, ...source.remarks];
    const { notes } = source;
    answer({
      dryRun: false,
      folder,
      counts: rowCounts(manifest),
      files: filesIn(manifest),
      kept,
      absent,
      leftOut,
      notes,
    });
    reportWritten(folder, written, context);
    for (const line of [...absentLines, ...notes]) say(line);
    for (const each of source.remarks) warn(`Not as at the host: ${each}`);
    return leftOut.length > 0 ? 2 : 0;
  } finally {
    await close();
  }
}
