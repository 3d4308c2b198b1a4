import { StartError } from '../server/errors.ts';
import { namedOrigins } from '../server/foreign-media/named-origins.ts';
import { archiveKinds } from '../tools/archive/manifest.ts';
import { writeArchive } from '../tools/archive/write-archive.ts';
import { createProgress } from '../tools/database/progress.ts';
import { readArguments, readOnly } from '../tools/moving/arguments.ts';
import { createHostSource } from '../tools/moving/host/host-source.ts';
import { openMovingHost, productName } from '../tools/moving/host.ts';

/**
 * `npm run pull -- FOLDER [--only posts,projects] [--email name] [--media-origin URL] [--allow-private] [--json]`: writes the content of the API
 * host into an archive (docs/archive.md). Exit code 1 when there is no archive, 2 when there is one and something is not in it as the host has it.
 */
const usage = `Usage: npm run pull -- FOLDER [--only posts,projects,…] [--email name] [--media-origin URL]… [--allow-private] [--json]

The host is that of the server: UPSTREAM_URL, or DATA_DIR/host.json. It is only read. Who signs in is asked for on the terminal, or is
ADMIN_EMAIL with ADMIN_PASSWORD.`;

try {
  const { folder, values } = readArguments(
    process.argv.slice(2),
    {
      only: { type: 'string' },
      email: { type: 'string' },
      'allow-private': { type: 'boolean', default: false },
      'media-origin': { type: 'string', multiple: true, default: [] as string[] },
      json: { type: 'boolean', default: false },
    },
    usage,
  );
  const { json, 'allow-private': allowPrivate } = values;
  const only = readOnly(values.only);
  const say = (text: string) => (json ? console.error(text) : console.log(text));
  const origins = namedOrigins(values['media-origin'], { allowPrivate });
  const host = await openMovingHost({ email: values.email, silent: json, origins, say });
  try {
    const source = createHostSource(host.calls, host.things, {
      madeBy: await productName(),
      fetch: host.fetch,
    });
    const progress = createProgress(say);
    const { manifest, leftOut, kept } = await writeArchive(source, folder, {
      only,
      progress: (entity, done, of) => progress(entity, 'written', done, of ?? done),
    });
    const files = Object.keys(manifest.files).filter((path) => path.startsWith('media/')).length;
    const wanted = only ?? archiveKinds.filter((entity) => entity !== 'redirects');
    const absent = wanted.filter((entity) => manifest.counts[entity] === undefined);
    const left = [...leftOut, ...source.remarks()];
    if (json)
      console.log(
        JSON.stringify({
          folder,
          counts: manifest.counts,
          files,
          kept,
          absent,
          leftOut: left,
          notes: source.notes(),
        }),
      );
    else {
      for (const [entity, rows] of Object.entries(manifest.counts))
        say(`  ${entity.padEnd(12)} ${String(rows).padStart(9)}`);
      for (const entity of absent) say(`  ${entity.padEnd(12)} ${'no call for it'.padStart(9)}`);
      say(`${folder}: ${files} files${kept > 0 ? `, ${kept} of them from an interrupted run` : ''}.`);
      for (const note of source.notes()) say(note);
    }
    for (const each of left) console.error(`Not as at the host: ${each}`);
    if (left.length > 0) process.exitCode = 2;
  } finally {
    await host.close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
