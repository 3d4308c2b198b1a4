import { momentOf } from '#shared/dates.ts';
import { pathTo } from '#shared/paths.ts';
import { plainText } from '#shared/plain-text.ts';
import { isKnownRoute } from '#shared/routes.ts';
import { ArchiveProblem } from '../../problem.ts';
import { cleanText } from '../clean-text.ts';
import type { ForeignContent } from '../foreign-content.ts';
import { type Converted, convertHtml } from '../html/convert.ts';
import { parseHtml } from '../html/tree.ts';
import type { Noter } from '../notes.ts';
import { type OldSite, oldSite } from '../old-site.ts';
import { type PostRow, postRow, tooLong } from '../post-row.ts';
import { withoutCards } from './cards.ts';
import { editorWords } from './editor-words.ts';
import { type GhostRow, type GhostTables, isSet, readGhostFile, textOf } from './read-json.ts';

/**
 * Form of the ids that an archive accepts. Ids of Ghost match: they have 24 hexadecimal digits, or are small numbers
 * in the oldest exports.
 */
const idForm = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/;

interface Tables extends GhostTables {
  site: OldSite;
  home: string;
  /** Returns the id that a post gets on this site. */
  newId(row: GhostRow): string;
  /**
   * These three return the rows that belong to a post, in their order. `tagsOf` and `metaOf` take the id of the post,
   * `authorsOf` its row.
   */
  tagsOf(post: string): GhostRow[];
  authorsOf(post: GhostRow): GhostRow[];
  metaOf(post: string): GhostRow | undefined;
}

/**
 * Reads the export file of a Ghost site of any version. The caller must state the URL of the site, because the file
 * contains `__GHOST_URL__` in its place. Rejects with ArchiveProblem.
 */
export async function readGhost(
  files: readonly string[],
  textBytes: number,
  { oldSite: oldAddress, firstId }: { oldSite?: string | undefined; firstId?: number | undefined },
): Promise<ForeignContent> {
  const [file, more] = files;
  if (!file || more) throw new ArchiveProblem('An export of Ghost is one file.');
  if (!oldAddress)
    throw new ArchiveProblem(
      'An export of Ghost does not contain the address of its site, which its links and pictures need: add --old-site https://…',
    );
  const { tables: given, version } = await readGhostFile(file);
  const posts = given.posts.filter((row) => idForm.test(textOf(row, 'id')));
  const numbers = firstId === undefined ? undefined : numbersOf(posts, firstId);
  const newId = (row: GhostRow) => String(numbers?.get(textOf(row, 'id')) ?? textOf(row, 'id'));
  const tables: Tables = { ...joined(given, oldAddress), newId };
  for (const row of posts) tables.site.moved(oldPathOf(row), newPathOf(row, tables));
  return {
    madeBy: version ? `Ghost ${version}` : 'Ghost',
    address: oldAddress,
    feed: `${new URL(oldAddress).pathname.replace(/\/+$/, '')}/rss`,
    lines: linesOf(given),
    async *posts(noterFor) {
      const seen = new Set<string>();
      for (const row of given.posts) {
        const id = textOf(row, 'id');
        const note = noterFor(id.slice(0, 64), textOf(row, 'title').slice(0, 255));
        if (!idForm.test(id)) note('has no usable id: left out');
        else if (seen.has(id)) note('is in the file twice: the first is used');
        else {
          const made = rowOf(row, tables, textBytes, note);
          if (made)
            yield { row: made, redirects: made.is_active === 1 ? redirectsOf(row, tables, note) : [] };
        }
        seen.add(id);
      }
    },
  };
}

/**
 * Numbers the posts in the order of their creation, beginning with `first`. Reading the same file again gives the
 * same numbers.
 */
function numbersOf(posts: readonly GhostRow[], first: number): Map<string, number> {
  const made = (row: GhostRow) => moment(row.created_at)?.getTime() ?? 0;
  const ids = posts.toSorted((one, other) => made(one) - made(other)).map((row) => textOf(row, 'id'));
  return new Map(Array.from(new Set(ids), (id, index) => [id, first + index]));
}

function joined(tables: GhostTables, home: string): Omit<Tables, 'newId'> {
  const byId = (rows: readonly GhostRow[]) =>
    new Map(rows.map((row): [string, GhostRow] => [textOf(row, 'id'), row]));
  const [tags, users] = [byId(tables.tags), byId(tables.users)];
  const ofPost = (rows: readonly GhostRow[]) => Map.groupBy(rows, (row) => textOf(row, 'post_id'));
  const [tagged, authored, described] = [
    ofPost(tables.posts_tags),
    ofPost(tables.posts_authors),
    ofPost(tables.posts_meta),
  ];
  const ordered = (rows: readonly GhostRow[] = []) =>
    rows.toSorted((one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0));
  const known = (rows: readonly GhostRow[], column: string, all: ReadonlyMap<string, GhostRow>) =>
    rows.map((row) => all.get(textOf(row, column))).filter((row) => row !== undefined);
  return {
    ...tables,
    home: home.replace(/\/+$/, ''),
    site: oldSite(home),
    tagsOf: (post) => known(ordered(tagged.get(post)), 'tag_id', tags),
    authorsOf(post) {
      const several = known(ordered(authored.get(textOf(post, 'id'))), 'author_id', users);
      return several.length > 0 ? several : known([post], 'author_id', users);
    },
    metaOf: (post) => described.get(post)?.[0],
  };
}

function isPage(row: GhostRow): boolean {
  return row.type === 'page' || isSet(row, 'page');
}

function newPathOf(row: GhostRow, { newId }: Tables): string {
  return pathTo('viewBlog', { id: newId(row) });
}

/** Returns the path at which Ghost shows a post by default. A site with changed routes may use another path. */
function oldPathOf(row: GhostRow): string {
  return `/${encodeURIComponent(textOf(row, 'slug'))}/`;
}

function rowOf(row: GhostRow, tables: Tables, textBytes: number, note: Noter): PostRow | undefined {
  const id = textOf(row, 'id');
  const meta = tables.metaOf(id);
  const html = htmlOf(row, tables, note);
  if (Buffer.byteLength(html.text) > textBytes) {
    note(tooLong(textBytes, Buffer.byteLength(html.text)));
    return undefined;
  }
  const address = (text: string) =>
    text === '' ? undefined : tables.site.resolve(withHome(text, tables))?.href;
  const image = address(textOf(row, 'feature_image', 'image'));
  const shareImage = address(
    textOf(meta, 'og_image', 'twitter_image') || textOf(row, 'og_image', 'twitter_image'),
  );
  const [created, updated, published] = ['created_at', 'updated_at', 'published_at'].map((name) =>
    moment(row[name]),
  );
  const isLater = textOf(row, 'status') === 'scheduled';
  for (const column of ['codeinjection_head', 'codeinjection_foot'])
    if (textOf(row, column) !== '') note(`has code for its page (${column}), which was left out`);
  const named = (rows: readonly GhostRow[]) =>
    rows.map((each) => ({ slug: textOf(each, 'slug'), name: textOf(each, 'name') }));
  const kept = (name: string) => textOf(row, name) || textOf(meta, name) || undefined;
  return postRow(
    {
      id: tables.newId(row),
      title: plainText(textOf(row, 'title')).replace(/\s+/g, ' '),
      text: () => converted(html.text, tables, note),
      shown: isShown(row, meta, note) && html.whole,
      created: (isLater ? created : published) ?? created,
      updated: updated ?? published ?? created,
      image: image ? { address: image, alt: kept('feature_image_alt') ?? '' } : undefined,
      shareImage,
      texts: {
        excerpt: kept('custom_excerpt'),
        search_title: kept('meta_title'),
        search_description: kept('meta_description'),
      },
      custom: kept,
      extra: {
        source: 'ghost',
        source_id: id,
        source_type: isPage(row) ? 'page' : 'post',
        source_status: textOf(row, 'status'),
        slug: kept('slug'),
        address: `${tables.home}${oldPathOf(row)}`,
        authors: named(tables.authorsOf(row)),
        tags: named(tables.tagsOf(id)),
        visibility: kept('visibility'),
        canonical_url: kept('canonical_url'),
        feature_image_caption: kept('feature_image_caption'),
        uuid: kept('uuid'),
        ...(isSet(row, 'featured') && { featured: true }),
        ...(isLater && published && { publish_at: published.toISOString() }),
      },
    },
    textBytes,
    note,
  );
}

/** Returns the text of a post. `whole` is false for a post that was never rendered: only its words are known. */
function htmlOf(row: GhostRow, tables: Tables, note: Noter): { text: string; whole: boolean } {
  const html = typeof row.html === 'string' ? row.html.trim() : '';
  const cleaned = cleanText(withHome(html, tables));
  for (const wrong of cleaned.wrong) note(`its text ${wrong}`);
  if (html !== '') return { text: cleaned.text, whole: true };
  const words = editorWords(textOf(row, 'lexical', 'mobiledoc'));
  if (words.length === 0) return { text: '', whole: true };
  note('has the editor’s format only, and no HTML: its plain words were imported, and it is not active');
  const paragraphs = words.map((text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`);
  return { text: paragraphs.join(''), whole: false };
}

function withHome(text: string, { home }: Tables): string {
  return text.replaceAll('__GHOST_URL__', home);
}

function converted(html: string, { site }: Tables, note: Noter): Converted {
  const nodes = withoutCards(parseHtml(html), note);
  return convertHtml(nodes, {
    site,
    note,
    // Returns the URL of the full picture in place of a smaller copy, since this site makes its own smaller copies.
    fullSize(_image, url) {
      const full = new URL(url);
      full.pathname = url.pathname.replace(
        /\/content\/images\/size\/w\d+(h\d+)?(\/format\/\w+)?\//,
        '/content/images/',
      );
      return full;
    },
  });
}

function isShown(row: GhostRow, meta: GhostRow | undefined, note: Noter): boolean {
  const [status, visibility] = [textOf(row, 'status'), textOf(row, 'visibility')];
  if (isPage(row)) {
    note('is a page: imported as an inactive post, since this site has no such pages');
    return false;
  }
  if (status === 'scheduled') note('was scheduled: imported as inactive, schedule it again');
  if (status === 'sent' || (meta && isSet(meta, 'email_only'))) {
    note('was only sent as a mail: imported as inactive');
    return false;
  }
  if (visibility !== '' && visibility !== 'public') {
    note(`was for ${visibility === 'paid' ? 'paying members' : visibility} only: imported as inactive`);
    return false;
  }
  return status === 'published';
}

/** Accepts milliseconds too, which the oldest versions of Ghost write. */
function moment(value: unknown): Date | undefined {
  if (typeof value !== 'number') return typeof value === 'string' ? momentOf(value) : undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function redirectsOf(row: GhostRow, tables: Tables, note: Noter) {
  const from = oldPathOf(row).slice(0, -1);
  if (from === '') return [];
  if (!isKnownRoute(from)) return [{ from, to: newPathOf(row, tables) }];
  note(`its old address ${from} is a page of this site: no redirect was added`);
  return [];
}

function linesOf({ posts, users, tags }: GhostTables): string[] {
  const kinds = new Map<string, number>();
  for (const row of posts) {
    const kind = `${isPage(row) ? 'pages' : 'posts'}, ${textOf(row, 'status') || 'without a status'}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [
    ...Array.from(kinds, ([kind, number]) => `${kind}: ${number}`),
    `authors: ${users.length}; their names stay with their posts, their mail addresses and passwords are left out`,
    `tags: ${tags.length}; they stay with their posts`,
  ];
}
