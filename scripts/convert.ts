import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ArchiveProblem } from '../server/archive/problem.ts';
import { writeArchive } from '../server/archive/write-archive.ts';
import { loadConfig } from '../server/config.ts';
import { StartError } from '../server/errors.ts';
import { exportOptions, openExports } from './archive/exports.ts';

/**
 * `npm run convert -- FILE… FOLDER [--from wordpress|ghost] [--old-site URL] [--first-id N] [--media-origin URL]…`: makes an archive
 * (docs/archive.md) of the export of another product. Exit code 1 when there is none, 2 when something of it was left out.
 */
const usage = `Usage: npm run convert -- FILE… FOLDER [--from wordpress|ghost] [--old-site URL] [--first-id N] [--media-origin URL]…

Makes an archive in FOLDER of the export files of WordPress (XML) or Ghost (JSON).
Pictures are fetched from below the addresses of --media-origin only.
--old-site is the address that a Ghost site had; --first-id numbers its posts from there on, for the embedded engine.`;

const waiting = await mkdtemp(join(tmpdir(), 'studio-convert-'));
try {
  const { files, folder, values } = readArguments();
  const say = (text: string) => console.log(text);
  const { source, close } = await openExports(files, values, loadConfig(), { folder: waiting, say });
  try {
    const { manifest, leftOut } = await writeArchive(source, folder);
    for (const each of leftOut) console.error(each);
    const { posts = 0, redirects = 0 } = manifest.counts;
    say(`${folder} is an archive with ${posts} posts and ${redirects} redirects.`);
    if (leftOut.length > 0) process.exitCode = 2;
  } finally {
    close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(waiting, { recursive: true, force: true });
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: exportOptions });
    const folder = positionals.at(-1);
    if (folder && positionals.length > 1) return { files: positionals.slice(0, -1), folder, values };
  } catch {
    // An option that is none: told in the same way.
  }
  throw new ArchiveProblem(usage);
}
