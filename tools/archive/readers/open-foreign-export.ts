import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { encodingOf } from '#shared/text-file.ts';
import { ArchiveProblem } from '../problem.ts';
import type { ContentSource, FileContent, FileRefusal, SourceRow } from '../source.ts';
import type { ForeignContent, ForeignRedirect } from './foreign-content.ts';
import { readGhost } from './ghost/read-ghost.ts';
import { type ForeignNote, Notes } from './notes.ts';
import type { PostRow } from './post-row.ts';
import { readWordPress } from './wordpress/read-wordpress.ts';

export const foreignKinds = ['wordpress', 'ghost'] as const;
type ForeignKind = (typeof foreignKinds)[number];

export interface ForeignOptions {
  /** The product that wrote the files. By default it is detected from their content. */
  from?: ForeignKind | undefined;
  /** UPLOAD_TEXT_MAX_BYTES. A longer text is left out and noted. */
  textBytes: number;
  /** URL of the old site. Needed for Ghost, whose exports do not contain it. */
  oldSite?: string | undefined;
  /**
   * If set, Ghost's posts get numbers as ids, beginning with this number. The embedded engine needs this, because it
   * does not accept Ghost's ids, which are texts.
   */
  firstId?: number | undefined;
  /** Fetches a picture. If this is missing, pictures are not fetched, and the rows contain only their URLs. */
  fetch?(address: string): Promise<FileContent | FileRefusal>;
}

/** The export of another product as a source for an archive, with what the operator should know before the import. */
export interface ForeignExport extends ContentSource {
  readonly counts: { posts: number; redirects: number };
  readonly redirects: readonly ForeignRedirect[];
  /** Yields the posts before they become rows. */
  posts(): AsyncIterable<PostRow>;
  /** Summary of the content, and of the parts that are not moved, one line each. */
  readonly lines: readonly string[];
  /** Differences from the original, one note for each fault of a post. */
  readonly notes: readonly ForeignNote[];
  /** Number of pictures by the origin of their URLs, the most frequent origin first. */
  readonly origins: ReadonlyMap<string, number>;
}

/** Opens an export. Reads the files once here, and again for the rows. Rejects with ArchiveProblem. */
export async function openForeignExport(
  files: readonly string[],
  options: ForeignOptions,
): Promise<ForeignExport> {
  const { textBytes, oldSite, firstId, fetch } = options;
  const kind = options.from ?? (await kindOfAll(files));
  if (oldSite !== undefined && !/^https?:$/.test(URL.parse(oldSite)?.protocol ?? ''))
    throw new ArchiveProblem(`--old-site ${oldSite}: must be an address such as https://blog.example.com`);
  if (kind === 'wordpress' && firstId !== undefined)
    throw new ArchiveProblem('--first-id is for exports of Ghost: ids of WordPress are numbers already.');
  const notes = new Notes();
  const content =
    kind === 'wordpress'
      ? await readWordPress(files, textBytes, notes)
      : await readGhost(files, textBytes, { oldSite, firstId });
  const { redirects, counts, origins } = await survey(content, notes);
  async function* posts(): AsyncGenerator<PostRow> {
    // The notes are ignored here, since the first reading has already collected them.
    for await (const { row } of content.posts(() => () => {})) yield row;
  }

  async function* rows(): AsyncGenerator<SourceRow> {
    let number = 0;
    for await (const row of posts()) {
      number += 1;
      yield* rowsOf(row, number);
    }
    for (const { from, to } of redirects) yield { table: 'redirects', row: { from_path: from, to_path: to } };
  }

  return {
    madeBy: content.madeBy,
    address: content.address,
    lines: content.lines,
    notes: notes.all,
    origins,
    counts: { posts: counts.posts, redirects: redirects.length },
    redirects,
    posts,
    rows,
    file: async (address) =>
      fetch ? fetch(address) : { refused: 'was not fetched: its origin is not given by --media-origin' },
  };
}

/** Rows with text ids get numbers that no row has. The import replaces them. */
const textIdsFrom = 900_000_000_000_000;

/** Returns the row of a post, and what is said of its pictures. */
function* rowsOf(
  { id, text_media: _, blog_image: picture, share_image, ...row }: PostRow,
  number: number,
): Generator<SourceRow> {
  const ids = typeof id === 'number' ? { id } : { id: textIdsFrom + number, public_id: id };
  const images = { blog_image: picture?.address, share_image: share_image?.address };
  const given = Object.entries({ ...ids, ...row, ...images }).filter(([, value]) => value !== undefined);
  yield { table: 'blogs', row: Object.fromEntries(given) };
  if (picture?.alt) yield { table: 'pictures', row: { file: picture.address, alt: picture.alt } };
}

async function survey(content: ForeignContent, notes: Notes) {
  const leads = new Map<string, ForeignRedirect>();
  const pictures = new Set<string>();
  const counts = { posts: 0 };
  for await (const { row, redirects } of content.posts((id, title) => notes.of(id, title))) {
    counts.posts += 1;
    const { blog_image: cover, share_image: shared, text_media: inText = [] } = row;
    for (const picture of [cover, shared, ...inText]) if (picture) pictures.add(picture.address);
    for (const redirect of redirects) if (!leads.has(redirect.from)) leads.set(redirect.from, redirect);
  }
  // Redirects feed readers that subscribed to the old feed.
  if (counts.posts > 0 && !leads.has(content.feed))
    leads.set(content.feed, { from: content.feed, to: '/feed.xml' });
  const origins = new Map<string, number>();
  for (const { origin } of Array.from(pictures, (address) => new URL(address)))
    origins.set(origin, (origins.get(origin) ?? 0) + 1);
  return {
    counts,
    redirects: [...leads.values()],
    origins: new Map([...origins].sort(([, one], [, other]) => other - one)),
  };
}

async function kindOfAll(files: readonly string[]): Promise<ForeignKind> {
  const kinds = new Set<ForeignKind>();
  for (const file of files) kinds.add(await kindOf(file));
  const [kind, other] = kinds;
  if (!kind || other) throw new ArchiveProblem('All files of an import must come from one product.');
  return kind;
}

/**
 * Detects from the first character of a file which product wrote it. Rejects with ArchiveProblem for an unknown
 * format.
 */
async function kindOf(path: string): Promise<ForeignKind> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    const start = buffer.subarray(0, bytesRead);
    if (start.toString('latin1', 0, 2) === 'PK' || (start[0] === 0x1f && start[1] === 0x8b))
      throw new ArchiveProblem(`${basename(path)} is compressed: unpack it first.`);
    const sign = new TextDecoder(encodingOf(start)).decode(start).trimStart()[0];
    if (sign === '<') return 'wordpress';
    if (sign === '{') return 'ghost';
    throw new ArchiveProblem(
      `${basename(path)} is neither an export of WordPress (XML) nor of Ghost (JSON).`,
    );
  } finally {
    await handle.close();
  }
}
