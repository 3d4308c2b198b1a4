import { tmpdir } from 'node:os';
import { loadConfig } from '../server/config.ts';
import { StartError } from '../server/errors.ts';
import { namedOrigins } from '../server/foreign-media/named-origins.ts';
import { ArchiveProblem } from '../tools/archive/problem.ts';
import { writeArchive } from '../tools/archive/write-archive.ts';
import { readPaths } from '../tools/moving/arguments.ts';
import {
  comesLater,
  exportOptions,
  mediaOptions,
  openExports,
  refuseWithoutOrigins,
} from '../tools/moving/exports.ts';
import { openFetcher } from '../tools/moving/foreign.ts';
import { temporaryFolder } from '../tools/moving/temporary-folder.ts';

/**
 * `npm run convert -- FILE… FOLDER [--from wordpress|ghost] [--old-site URL] [--first-id N] [--media-origin URL]… [--allow-private] [--no-media]`: makes an
 * archive (docs/archive.md) of the export of another product. Exit code 1 when there is none, 2 when something of it was left out.
 */
const usage = `Usage: npm run convert -- FILE… FOLDER [--from wordpress|ghost] [--old-site URL] [--first-id N] [--media-origin URL]… [--allow-private] [--no-media]

Makes an archive in FOLDER of the export files of WordPress (XML) or Ghost (JSON).
Pictures are fetched from below the addresses of --media-origin only; --allow-private says that their names may lead into a
private network, or to this machine. With --no-media they stay where they are, and rows keep their addresses.
--old-site is the address that a Ghost site had; --first-id numbers its posts from there on; else they keep their ids, which are texts.`;

try {
  const { paths, values } = readPaths(
    process.argv.slice(2),
    {
      ...exportOptions,
      ...mediaOptions,
    },
    usage,
  );
  const [files, folder = ''] = [paths.slice(0, -1), paths.at(-1)];
  if (files.length === 0) throw new ArchiveProblem(usage);
  const { 'media-origin': named, 'allow-private': allowPrivate, 'no-media': noMedia } = values;
  const config = loadConfig();
  const say = (text: string) => console.log(text);
  const origins = namedOrigins(named, { allowPrivate });
  const fetcher = openFetcher(origins, { folder: temporaryFolder(tmpdir(), 'studio-convert'), config });
  try {
    const source = await openExports(files, values, {
      ...{ say, textBytes: config.UPLOAD_TEXT_MAX_BYTES },
      media: noMedia ? async () => comesLater : fetcher.fetch,
    });
    refuseWithoutOrigins(source, { named, noMedia }, 'convert');
    const { manifest, leftOut } = await writeArchive(source, folder);
    for (const each of leftOut) console.error(each);
    const { posts = 0, redirects = 0 } = manifest.counts;
    say(`${folder} is an archive with ${posts} posts and ${redirects} redirects.`);
    if (leftOut.length > 0) process.exitCode = 2;
  } finally {
    fetcher.close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
