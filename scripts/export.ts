import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { loadConfig } from '../server/config.ts';
import { StartError } from '../server/errors.ts';
import { writeArchive } from '../tools/archive/write-archive.ts';
import { createProgress } from '../tools/database/progress.ts';
import { fullDiskText } from '../tools/full-disk.ts';
import { readArguments, readOnly } from '../tools/moving/arguments.ts';
import { createEngineSource } from '../tools/moving/engine/engine-source.ts';
import { openToRead, refuseHost } from '../tools/moving/engine.ts';
import { sourceWithRedirects } from '../tools/moving/redirects.ts';

/**
 * `npm run export -- FOLDER [--only posts,projects] [--json]`: writes the content of the embedded engine into an archive (docs/archive.md),
 * also while the site runs. Exit code 1 when there is no archive, 2 when there is one and something is not in it.
 */
const usage = 'Usage: npm run export -- FOLDER [--only posts,projects,…] [--json]';

/** The folder of the archive. */
const into: string[] = [];

try {
  const { folder, values } = readArguments(
    process.argv.slice(2),
    { only: { type: 'string' }, json: { type: 'boolean', default: false } },
    usage,
  );
  into.push(folder);
  const only = readOnly(values.only);
  const say = (text: string) => values.json || console.log(text);
  const config = loadConfig();
  refuseHost(config);
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  const engine = await openToRead(config, pino({ level: 'warn' }, process.stderr));
  try {
    const content = createEngineSource(engine.db, engine.storage, {
      madeBy: `studio-site ${version}`,
      address: config.PUBLIC_URL?.href ?? null,
    });
    const source = engine.site ? sourceWithRedirects(content, engine.site) : content;
    const progress = createProgress(say);
    const { manifest, leftOut, kept } = await writeArchive(source, folder, {
      only,
      progress: (entity, done, of) => progress(entity, 'written', done, of ?? done),
    });
    const files = Object.keys(manifest.files).filter((path) => path.startsWith('media/')).length;
    if (values.json) console.log(JSON.stringify({ folder, counts: manifest.counts, files, kept, leftOut }));
    for (const [entity, rows] of Object.entries(manifest.counts))
      say(`  ${entity.padEnd(12)} ${String(rows).padStart(9)}`);
    say(`${folder}: ${files} files${kept > 0 ? `, ${kept} of them from an interrupted run` : ''}.`);
    say(
      'It holds what visitors have written, and the CVs of applicants: protect it as you protect the site itself.',
    );
    for (const each of leftOut) console.error(`Not in it: ${each}`);
    if (leftOut.length > 0) process.exitCode = 2;
  } finally {
    await engine.close();
  }
} catch (error) {
  const text = await fullDiskText(error, into, 'The same command goes on with the files that are there.');
  console.error(text ?? (error instanceof StartError ? error.message : error));
  process.exitCode = 1;
}
