import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { escapeHtml } from '#shared/escape-html.ts';
import { limits } from '#shared/limits.ts';
import { encodingOf } from '#shared/text-file.ts';
import type { Values } from '../nouns.ts';
import { ArchiveProblem } from '../problem.ts';
import type { ContentSource, FileContent, FileRefusal } from '../source.ts';
import { readGhost } from './ghost.ts';
import { cutLine, lineOf } from './html.ts';
import { type NoteOf, type OldContent, redirectsOf, rowOf } from './old-site.ts';
import { readWordPress } from './wordpress.ts';

/** Maximum number of names that one sentence lists. */
const namedAtMost = 5;

/** Collects what the operator should know of posts that are different on the new site: one line for each post. */
function createNotes() {
  const posts: { name: string; said: Map<string, Set<string>> }[] = [];
  const of: NoteOf = (id, title) => {
    const said = new Map<string, Set<string>>();
    posts.push({ name: `${id} "${cutLine(title, 80)}"`, said });
    return (what, name) => {
      const names = said.get(what) ?? new Set();
      said.set(what, name === undefined ? names : names.add(name));
    };
  };
  const sentence = ([what, names]: [string, Set<string>]) => {
    const [some, more] = [[...names].slice(0, namedAtMost).join(', '), names.size - namedAtMost];
    return (some && `${what}: ${some}${more > 0 ? ` and ${more} more` : ''}`) || what;
  };
  return {
    of,
    lines: () =>
      posts.flatMap(({ name, said }) =>
        said.size > 0 ? `${name}: ${Array.from(said, sentence).join('; ')}` : [],
      ),
  };
}

const readers = { wordpress: readWordPress, ghost: readGhost };

interface ExportOptions {
  /** UPLOAD_TEXT_MAX_BYTES. A longer text is left out and noted. */
  textBytes: number;
  /** URL of the old site. Needed for Ghost, whose exports do not contain it. */
  oldSite?: string;
  /** Fetches a picture. If this is missing, pictures are not fetched, and the rows contain only their URLs. */
  fetch?(address: string): Promise<FileContent | FileRefusal>;
}

/** The export of another product as a source for an archive, with what the operator should know before the import. */
export interface ForeignExport extends ContentSource, Pick<OldContent, 'lines'> {
  /** Differences from the original, one line for each post. */
  readonly notes: readonly string[];
  /** Number of pictures by the origin of their URLs, the most frequent origin first. */
  readonly origins: ReadonlyMap<string, number>;
}

/** Opens an export. Reads the files once here, and again for the rows. Rejects with ArchiveProblem. */
export async function openForeignExport(
  files: readonly string[],
  options: ExportOptions,
): Promise<ForeignExport> {
  const { textBytes, oldSite = '', fetch } = options;
  const [kind, other] = new Set(await Promise.all(files.map(kindOf)));
  if (!kind || other) throw new ArchiveProblem('All files of an import must come from one product.');
  if (oldSite && !/^https?:$/.test(URL.parse(oldSite)?.protocol ?? ''))
    throw new ArchiveProblem(`--old-site ${oldSite}: must be an address such as https://blog.example.com`);
  const content = await readers[kind](files, { textBytes, oldSite });
  const { madeBy, site, lines } = content;
  const notes = createNotes();
  const redirects = new Map<string, string>();
  const pictures = new Set<string>();
  let count = 0;
  for await (const { post, row, images } of postsOf(content, notes.of, textBytes)) {
    count += 1;
    for (const address of [row.blog_image, row.share_image, ...images])
      if (address) pictures.add(String(address));
    for (const { from, to } of redirectsOf(post)) if (!redirects.has(from)) redirects.set(from, to);
  }
  // Those who subscribed to the feed stay subscribed.
  const feed = site.home.pathname.replace(/\/+$/, '') + content.feed;
  if (count > 0 && !redirects.has(feed)) redirects.set(feed, '/feed.xml');
  const origins = [...Map.groupBy(pictures, (address) => new URL(address).origin)];
  return {
    ...{ madeBy, lines, notes: notes.lines() },
    address: site.home.href.replace(/\/$/, ''),
    origins: new Map(
      origins.map(([origin, of]) => [origin, of.length] as const).sort(([, a], [, b]) => b - a),
    ),
    async *rows() {
      // Posts may share a picture.
      const told = new Set<unknown>();
      for await (const { post, row } of postsOf(content, () => () => {}, textBytes)) {
        yield { table: 'blogs', row };
        const alt = cutLine(lineOf(escapeHtml(post.imageAlt ?? '')), limits.alt);
        if (alt && row.blog_image && !told.has(row.blog_image))
          yield { table: 'pictures', row: { file: row.blog_image, alt } };
        told.add(row.blog_image);
      }
      for (const [from_path, to_path] of redirects) yield { table: 'redirects', row: { from_path, to_path } };
    },
    file: async (address) =>
      fetch?.(address) ?? { refused: 'was not fetched: its origin is not given by --media-origin' },
  };
}

async function* postsOf(content: OldContent, noteOf: NoteOf, textBytes: number) {
  const seen = new Set<string>();
  for await (const post of content.posts(noteOf)) {
    const { id, note } = post;
    if (!/^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/.test(id)) note('has no usable id: left out');
    else if (seen.has(id)) note('is in the files twice: the first is used');
    else {
      seen.add(id);
      const made = rowOf(post, content, textBytes);
      // Rows with text ids get numbers that no row has. The import replaces them.
      const isNumber = /^[1-9]\d{0,14}$/.test(id);
      const ids = isNumber ? { id: Number(id) } : { id: 900_000_000_000_000 + seen.size, public_id: id };
      if (made) yield { post, images: made.images, row: { ...ids, ...made.row } as Values };
    }
  }
}

/** Detects from the first character of a file which product wrote it. Rejects with ArchiveProblem. */
async function kindOf(path: string) {
  const handle = await open(path);
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(4096), 0, 4096, 0)
    .finally(() => handle.close());
  const start = buffer.subarray(0, bytesRead);
  const sign = new TextDecoder(encodingOf(start)).decode(start).trimStart()[0];
  if (sign === '<') return 'wordpress' as const;
  if (sign === '{') return 'ghost' as const;
  throw new ArchiveProblem(
    `${basename(path)} is neither an export of WordPress (XML) nor of Ghost (JSON). Unpack a compressed one first.`,
  );
}
