import { readFile as readBytes, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { textOf } from '#shared/desk-messages.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { limits, MIB, readableBytes } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { someOf } from '#shared/some-of.ts';
import { readTextFile } from '#shared/text-file.ts';
import type { FetchMedia } from '../fetcher.ts';
import { ArchiveProblem } from '../format.ts';
import { addressesOf } from '../nouns.ts';
import type { SourceRow } from '../write-folder.ts';
import { readGhost } from './ghost.ts';
import { cutLine, lineOf } from './html.ts';
import {
  type ExportFile,
  type NoteOf,
  type OldContent,
  type OldPost,
  redirectedPaths,
  rowOf,
} from './old-site.ts';
import { readWordPress } from './wordpress.ts';

/** Maximum size of an export, in bytes. It is read as a whole. */
const mostBytes = 256 * MIB;

/** Collects what the operator should know of posts that are different on the new site: one line for each post. */
function createNotes() {
  const posts: [name: string, said: Map<string, Set<string>>][] = [];
  const noteOf: NoteOf = (id, title) => {
    const said = new Map<string, Set<string>>();
    posts.push([`${id} "${cutLine(title, 80)}"`, said]);
    return (what, name = '') => void said.set(what, new Set(said.get(what)).add(name));
  };
  const lines = () =>
    posts.flatMap(([name, said]) => {
      const losses = Array.from(said, ([what, names]) =>
        [what, someOf([...names].filter(Boolean), 5)].filter(Boolean).join(': '),
      );
      return losses.length > 0 ? `${name}: ${losses.join('; ')}` : [];
    });
  return { noteOf, lines };
}

interface ExportOptions {
  /** UPLOAD_TEXT_MAX_BYTES. A longer text is left out and noted. */
  textBytes: number;
  /** URL of the old site. Needed for Ghost, whose exports do not contain it. */
  oldSite?: string;
  /** If this is missing, pictures are not fetched, and the rows contain only their URLs. */
  fetch?: FetchMedia;
}

/** The export of another product as a source for an archive, with what the operator should know before the import. */
export type ForeignExport = Awaited<ReturnType<typeof openForeignExport>>;

/** Opens an export. Rejects with ArchiveProblem. */
export async function openForeignExport(paths: readonly string[], options: ExportOptions) {
  const { textBytes, oldSite = '', fetch } = options;
  if (oldSite && !/^https?:$/.test(URL.parse(oldSite)?.protocol ?? ''))
    throw new ArchiveProblem(`--old-site ${oldSite}: must be an address such as https://blog.example.com`);
  const files = await Promise.all(paths.map(readFile));
  const [sign, other] = new Set(files.map(({ text }) => text.trimStart()[0]));
  if (other) throw new ArchiveProblem('All files of an import must come from one product.');
  if (sign !== '<' && sign !== '{')
    throw new ArchiveProblem(
      `${paths} is neither an export of WordPress (XML) nor of Ghost (JSON). Unpack a compressed one first.`,
    );
  const notes = createNotes();
  const content = sign === '<' ? readWordPress(files, notes.noteOf) : readGhost(files, notes.noteOf, oldSite);
  const { rows, pictures } = rowsFrom(content, textBytes);
  const { madeBy, site, lines } = content;
  const origins = [...Map.groupBy(pictures, (address) => new URL(address).origin)];
  return {
    madeBy,
    lines,
    notes: notes.lines(),
    address: site.home.href.replace(/\/$/, ''),
    /** Number of pictures by the origin of their addresses, the most frequent origin first. */
    origins: origins.map(([origin, { length }]) => ({ origin, length })).sort((a, b) => b.length - a.length),
    rows: () => rows,
    file: async (address: string) =>
      fetch?.(address) ?? { refused: 'was not fetched: its origin is not given by --media-origin' },
  };
}

async function readFile(path: string): Promise<ExportFile> {
  const name = basename(path);
  if ((await stat(path)).size > mostBytes)
    throw new ArchiveProblem(`${name} has more than ${readableBytes(mostBytes)}: export the site in parts.`);
  const text = readTextFile(await readBytes(path));
  if (text === undefined) throw new ArchiveProblem(`${name}: ${textOf('file.encoding')}`);
  return { name, text };
}

function rowsFrom(content: OldContent, textBytes: number) {
  const posts = new Map<string, SourceRow>();
  const pictures = new Set<string>();
  const alts = new Map<string, string>();
  const redirects = new Map<string, string>();
  const take = (post: OldPost) => {
    const { id } = post;
    if (!/^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/.test(id)) throw new ArchiveProblem('has no usable id');
    if (posts.has(id)) throw new ArchiveProblem('is in the files twice, and not the first');
    const row = rowOf(post, content, textBytes);
    for (const { address } of addressesOf('blogs', row)) if (URL.canParse(address)) pictures.add(address);
    for (const from of redirectedPaths(post))
      redirects.set(from, redirects.get(from) ?? pathTo('viewBlog', { id }));
    // Rows with text ids get numbers that no row has. The import replaces them.
    const isNumber = /^[1-9]\d{0,14}$/.test(id);
    const ids = isNumber ? { id: Number(id) } : { id: 900_000_000_000_000 + posts.size, public_id: id };
    posts.set(id, { table: 'blogs', row: { ...ids, ...row } });
    // Posts may share a picture.
    const alt = cutLine(lineOf(escapeHtml(post.imageAlt ?? '')), limits.alt);
    const { blog_image: cover } = row;
    if (cover) alts.set(cover, alts.get(cover) ?? alt);
  };
  for (const post of content.posts)
    try {
      take(post);
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error;
      post.note(`${error.message}: left out`);
    }
  // Those who subscribed to the feed stay subscribed.
  const feed = content.site.home.pathname.replace(/\/+$/, '') + content.feed;
  if (posts.size > 0) redirects.set(feed, redirects.get(feed) ?? '/feed.xml');
  const rows: SourceRow[] = [
    ...posts.values(),
    ...[...alts].filter(([, alt]) => alt).map(([file, alt]) => ({ table: 'pictures', row: { file, alt } })),
    ...Array.from(redirects, ([from_path, to_path]) => ({ table: 'redirects', row: { from_path, to_path } })),
  ];
  return { rows, pictures };
}
