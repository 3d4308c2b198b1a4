import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { momentOf } from '#shared/dates.ts';
import { textOf as messageOf } from '#shared/desk-messages.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { MIB, readableBytes } from '#shared/limits.ts';
import { readTextFile } from '#shared/text-file.ts';
import { ArchiveProblem } from '../problem.ts';
import { cleanText, lineOf } from './html.ts';
import { isShown, type Note, type OldContent, oldSite } from './old-site.ts';

/** Maximum size of an export, in bytes. It is read as a whole, since JSON cannot be parsed in pieces. */
const mostBytes = 256 * MIB;

/** Row of a table of Ghost. Its columns depend on the version of Ghost. */
type Row = Readonly<Record<string, unknown>>;

const rows = z.array(z.record(z.string(), z.unknown())).nullish();
const part = z.object({
  meta: z.object({ version: z.string().max(40).optional() }).optional(),
  data: z.object({
    posts: z.array(z.record(z.string(), z.unknown())),
    ...{ users: rows, tags: rows, posts_tags: rows, posts_authors: rows, posts_meta: rows },
  }),
});
const exported = z.object({ db: z.tuple([part]) });

/**
 * Reads the file that Ghost exports at "Settings, Import/Export", of any version. `home` is the URL of the site, in
 * whose place the file has `__GHOST_URL__`. Rejects with ArchiveProblem.
 */
export async function readGhost(
  [file = '', more]: readonly string[],
  { oldSite: home }: { oldSite: string },
): Promise<OldContent> {
  if (more) throw new ArchiveProblem('An export of Ghost is one file.');
  if (!home)
    throw new ArchiveProblem(
      'An export of Ghost does not contain the address of its site, which its links and pictures need: add --old-site https://…',
    );
  const site = oldSite(home);
  const { data, meta } = await readExport(file, site.home.href.replace(/\/$/, ''));
  const { posts } = data;
  const idOf = (row: Row) => text(row, 'id');
  const relatedTo = relationsIn(data);
  for (const row of posts)
    if (isShown({ type: typeOf(row), status: statusOf(row, relatedTo(row).meta) }))
      site.moved(pathOf(row), idOf(row));
  const counts = Map.groupBy(posts, (row) => `${typeOf(row)}s, ${text(row, 'status')}`);
  return {
    madeBy: meta?.version ? `Ghost ${meta.version}` : 'Ghost',
    site,
    feed: '/rss',
    lines: [
      ...Array.from(counts, ([kind, some]) => `${kind}: ${some.length}`),
      'names of authors and tags stay with their posts; mail addresses and passwords are left out',
    ],
    *posts(noteOf) {
      for (const row of posts) {
        const id = idOf(row);
        yield {
          id,
          ...postOf(row, relatedTo(row), site, noteOf(id.slice(0, 64), lineOf(text(row, 'title')))),
        };
      }
    },
    /** A text may show a smaller copy, which has its size in its path. */
    fullSize(url) {
      const full = new URL(url);
      full.pathname = url.pathname.replace(/(\/content\/images\/)size\/w\d+(h\d+)?\/(format\/\w+\/)?/, '$1');
      return full;
    },
  };
}

async function readExport(path: string, home: string) {
  const name = basename(path);
  const { size } = await stat(path);
  if (size > mostBytes)
    throw new ArchiveProblem(
      `${name} has ${readableBytes(size)}: at most ${readableBytes(mostBytes)} are read.`,
    );
  const content = readTextFile(await readFile(path));
  if (content === undefined) throw new ArchiveProblem(`${name}: ${messageOf('file.encoding')}`);
  let json: unknown;
  try {
    json = JSON.parse(content.replaceAll('__GHOST_URL__', home));
  } catch (cause) {
    throw new ArchiveProblem(`${name} is not JSON, or is cut off.`, { cause });
  }
  const { data } = exported.safeParse(json);
  if (data) return data.db[0];
  throw new ArchiveProblem(`${name} is JSON, but not an export of Ghost: it has no db[0].data.posts.`);
}

/** Returns the value of a column as text; '' if it has none. */
function text(row: Row | undefined, name: string) {
  const value = row?.[name];
  return cleanText(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}

/** True if a column has a set flag. Some versions write 1 in place of true. */
const isSet = (row: Row | undefined, name: string) => Number(row?.[name]) === 1;
const typeOf = (row: Row) => (text(row, 'type') === 'page' ? 'page' : 'post');
/** Returns the path at which Ghost shows a post by default. A site with changed routes may use another path. */
const pathOf = (row: Row) => `/${encodeURIComponent(text(row, 'slug'))}/`;

/** Returns the state of a post, or who could read it if not everybody could. One without HTML stays a draft. */
function statusOf(row: Row, meta: Row | undefined) {
  const status = isSet(meta, 'email_only') ? 'sent' : text(row, 'status');
  const visibility = text(row, 'visibility') || 'public';
  if (status !== 'published' || visibility === 'public') return text(row, 'html') ? status : 'draft';
  return visibility;
}

/** Returns a function that finds the rows which belong to a post, in their order. */
function relationsIn({ users, tags, posts_tags, posts_authors, posts_meta }: z.infer<typeof part>['data']) {
  const byPost = (links: readonly Row[] | null | undefined) =>
    Map.groupBy(links ?? [], (row) => text(row, 'post_id'));
  const found = (things: readonly Row[] | null | undefined, column: string) => {
    const byId = new Map(
      things?.map((row) => [text(row, 'id'), { slug: text(row, 'slug'), name: text(row, 'name') }]),
    );
    return (links: readonly Row[] = []) =>
      links
        .toSorted((one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0))
        .flatMap((link) => byId.get(text(link, column)) ?? []);
  };
  const [tagged, authored, described] = [byPost(posts_tags), byPost(posts_authors), byPost(posts_meta)];
  const [tagsOf, authorsOf] = [found(tags, 'tag_id'), found(users, 'author_id')];
  return (post: Row) => {
    const id = text(post, 'id');
    return {
      tags: tagsOf(tagged.get(id)),
      authors: authorsOf(authored.get(id)),
      meta: described.get(id)?.[0],
    };
  };
}

function postOf(
  row: Row,
  { tags, authors, meta }: ReturnType<ReturnType<typeof relationsIn>>,
  { home }: OldContent['site'],
  note: Note,
) {
  const kept = (name: string) => text(row, name) || text(meta, name) || undefined;
  const html = text(row, 'html');
  for (const column of ['codeinjection_head', 'codeinjection_foot'])
    if (kept(column)) note('has code for its page, which was left out', column);
  if (!html) note('has no HTML: its plain words were imported, and it is not active');
  return {
    note,
    title: lineOf(escapeHtml(text(row, 'title'))),
    html: html || `<p>${escapeHtml(text(row, 'plaintext')).replace(/\n\s*/g, '<p>')}`,
    type: typeOf(row),
    status: statusOf(row, meta),
    published: momentOf(text(row, 'published_at')),
    created: momentOf(text(row, 'created_at')),
    updated: momentOf(text(row, 'updated_at')),
    image: kept('feature_image'),
    imageAlt: kept('feature_image_alt'),
    shareImage: kept('og_image'),
    texts: {
      excerpt: kept('custom_excerpt'),
      search_title: kept('meta_title'),
      search_description: kept('meta_description'),
    },
    extra: {
      ...{ source: 'ghost', source_id: text(row, 'id'), authors, tags, visibility: kept('visibility') },
      slug: kept('slug'),
      address: home.href.replace(/\/$/, '') + pathOf(row),
      canonical_url: kept('canonical_url'),
      feature_image_caption: kept('feature_image_caption'),
      featured: isSet(row, 'featured') || undefined,
    },
    paths: [pathOf(row)],
  };
}
