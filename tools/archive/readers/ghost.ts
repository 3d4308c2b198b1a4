import { z } from 'zod';
import { momentOf } from '#shared/dates.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { ArchiveProblem } from '../format.ts';
import { cleanText, lineOf } from './html.ts';
import { type ExportFile, isShown, type NoteOf, type OldContent, oldSite } from './old-site.ts';

const row = z.record(z.string(), z.unknown());
/** Row of a table of Ghost. Its columns depend on the version of Ghost. */
type Row = z.infer<typeof row>;

const rows = z.array(row).nullish();
const others = { users: rows, tags: rows, posts_tags: rows, posts_authors: rows, posts_meta: rows };
const part = z.object({ meta: row.optional(), data: z.object({ posts: z.array(row), ...others }) });
const exported = z.object({ db: z.tuple([part]) });

/**
 * Reads the file that Ghost exports at "Settings, Import/Export", of any version. `home` is the URL of the site, in
 * whose place the file has `__GHOST_URL__`. Throws ArchiveProblem.
 */
export function readGhost([file, more]: readonly ExportFile[], noteOf: NoteOf, home: string): OldContent {
  if (!file || more) throw new ArchiveProblem('An export of Ghost is one file.');
  if (!home)
    throw new ArchiveProblem(
      'An export of Ghost does not contain the address of its site: add --old-site https://…',
    );
  const site = oldSite(home);
  const { data, meta } = readExport(file, site.home.href.replace(/\/$/, ''));
  const { posts } = data;
  const idOf = (row: Row) => text(row, 'id');
  const relatedTo = relationsIn(data);
  for (const row of posts)
    if (isShown({ type: typeOf(row), status: statusOf(row, relatedTo(row).meta) }))
      site.moved(pathOf(row), idOf(row));
  const counts = Map.groupBy(posts, (row) => `${typeOf(row)}s, ${text(row, 'status')}`);
  return {
    madeBy: `Ghost ${text(meta, 'version').slice(0, 40)}`.trim(),
    site,
    feed: '/rss',
    lines: [
      ...Array.from(counts, ([kind, some]) => `${kind}: ${some.length}`),
      'names of authors and tags stay with their posts; mail addresses and passwords are left out',
    ],
    posts: posts.map((row) => {
      const id = idOf(row);
      const note = noteOf(id.slice(0, 64), lineOf(text(row, 'title')));
      return { id, ...postOf(row, relatedTo(row), site.home, note) };
    }),
    /** A text may show a smaller copy, which has its size in its path. */
    fullSize: ({ href }) =>
      new URL(href.replace(/(\/content\/images\/)size\/w\d+(h\d+)?\/(format\/\w+\/)?/, '$1')),
  };
}

function readExport({ name, text: content }: ExportFile, home: string) {
  try {
    return exported.parse(JSON.parse(content.replaceAll('__GHOST_URL__', home))).db[0];
  } catch (cause) {
    throw new ArchiveProblem(`${name} is not an export of Ghost, or is cut off.`, { cause });
  }
}

/** Returns the value of a column as text; '' if it has none. */
function text(row: Row | undefined, name: string) {
  const value = row?.[name];
  return cleanText(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}

const isSet = (row: Row | undefined, name: string) => Number(row?.[name]) === 1; // Some versions write 1 in place of true.
const typeOf = (row: Row) => (text(row, 'type') === 'page' ? 'page' : 'post');
/** Returns the path at which Ghost shows a post by default. A site with changed routes may use another path. */
const pathOf = (row: Row) => `/${encodeURIComponent(text(row, 'slug'))}/`;

/** Returns the state of a post, or who could read it if not everybody could. One without HTML stays a draft. */
function statusOf(row: Row, meta: Row | undefined) {
  const status = isSet(meta, 'email_only') ? 'sent' : text(row, 'status');
  const isPublic = /^(public)?$/.test(text(row, 'visibility'));
  if (status === 'published' && !isPublic) return text(row, 'visibility');
  return text(row, 'html') ? status : 'draft';
}

/** Returns a function that finds the rows which belong to a post, in their order. */
function relationsIn({ users, tags, posts_tags, posts_authors, posts_meta }: z.infer<typeof part>['data']) {
  const byPost = (links: typeof users) => Map.groupBy(links ?? [], (row) => text(row, 'post_id'));
  const [tagged, authored, described] = [byPost(posts_tags), byPost(posts_authors), byPost(posts_meta)];
  const named = (links: readonly Row[] = [], column: string, things: typeof users) =>
    links
      .toSorted((one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0))
      .flatMap((link) => things?.filter(({ id }) => id === link[column]) ?? [])
      .map((row) => ({ slug: text(row, 'slug'), name: text(row, 'name') }));
  return (post: Row) => {
    const id = text(post, 'id');
    return {
      tags: named(tagged.get(id), 'tag_id', tags),
      authors: named(authored.get(id), 'author_id', users),
      meta: described.get(id)?.[0],
    };
  };
}

function postOf(
  row: Row,
  { tags, authors, meta }: ReturnType<ReturnType<typeof relationsIn>>,
  home: URL,
  note: ReturnType<NoteOf>,
) {
  const kept = (name: string) => text(row, name) || text(meta, name) || undefined;
  const [published, created, updated] = ['published_at', 'created_at', 'updated_at'].map((name) =>
    momentOf(text(row, name)),
  );
  const html = text(row, 'html');
  if (!html) note('has no HTML: its plain words were imported, and it is not active');
  for (const column of ['codeinjection_head', 'codeinjection_foot'])
    if (kept(column)) note('has code for its page, which was left out', column);
  return {
    note,
    title: lineOf(escapeHtml(text(row, 'title'))),
    type: typeOf(row),
    html: html || `<p>${escapeHtml(text(row, 'plaintext')).replace(/\n\s*/g, '<p>')}`,
    status: statusOf(row, meta),
    dates: { published, created, updated },
    image: kept('feature_image'),
    imageAlt: kept('feature_image_alt'),
    shareImage: kept('og_image'),
    texts: {
      excerpt: kept('custom_excerpt'),
      search_title: kept('meta_title'),
      search_description: kept('meta_description'),
    },
    extra: {
      source: 'ghost',
      source_id: text(row, 'id'),
      authors,
      tags,
      visibility: kept('visibility'),
      slug: kept('slug'),
      address: home.href.replace(/\/$/, '') + pathOf(row),
      canonical_url: kept('canonical_url'),
      feature_image_caption: kept('feature_image_caption'),
      featured: isSet(row, 'featured') || undefined,
    },
    paths: [pathOf(row)],
  };
}
