import { pathTo } from '#shared/paths.ts';
import { ArchiveProblem } from '../../problem.ts';
import { cleanText } from '../clean-text.ts';
import type { Notes } from '../notes.ts';
import { type OldSite, oldSite } from '../old-site.ts';
import { lineOf } from '../post-row.ts';
import { type Attachment, attachmentOf, isPicture } from './attachments.ts';
import { fieldOf, itemOf, type WordPressItem } from './items.ts';
import type { Library } from './known-shortcodes.ts';
import { offsetOf } from './moments.ts';
import { readXml, type XmlLimits, type XmlPart } from './read-xml.ts';

/** What has to be known of all files before the first post can be read: what posts refer to may stand anywhere in them. */
export interface WordPressSurvey extends Library {
  home: string;
  title: string;
  site: OldSite;
  /** Display names, by the names with which they sign in. */
  authors: ReadonlyMap<string, string>;
  reusable: ReadonlyMap<string, string>;
  /** Minutes that the blog is ahead of UTC in most of its items. */
  offset: number | undefined;
  /** How often a slug is used by what is shown. */
  slugs: ReadonlyMap<string, number>;
  /** What is in the files, and what of it stays behind, a line each. */
  lines: string[];
}

/** True for what becomes a post: posts and pages, but for those that were thrown away or never saved. */
export function isPost({ type, status }: WordPressItem): boolean {
  return (type === 'post' || type === 'page') && !/^(trash|auto-draft|inherit)$/.test(status);
}

/** True for a post that anybody could read. Pages have no place of their own here, and are not shown. */
export function isShown({ type, status, password }: WordPressItem): boolean {
  return type === 'post' && status === 'publish' && password === '';
}

export function newPathOf(id: string): string {
  return pathTo('viewBlog', { id });
}

/** The title of an item in plain words. */
export function titleOf({ title }: WordPressItem): string {
  return lineOf(title);
}

/** Rejects with ArchiveProblem. */
export async function surveyWordPress(
  files: readonly string[],
  limits: XmlLimits,
  notes: Notes,
): Promise<WordPressSurvey> {
  const homes = new Map<string, string>();
  const [titles, authors, reusable] = [
    new Set<string>(),
    new Map<string, string>(),
    new Map<string, string>(),
  ];
  const attachments = new Map<string, Attachment>();
  const ids = new Map<string, string>();
  const [offsets, slugs, counts] = [
    new Map<number, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const places: [address: string, id: string][] = [];
  let versions = 0;

  function add(item: WordPressItem): void {
    const { id, type, status, slug } = item;
    count(counts, kindOf(item));
    if (type === 'attachment') attachments.set(id, attachmentOf(item));
    if (type === 'wp_block') reusable.set(id, cleanText(item.content).text);
    if (!isPost(item)) return;
    if (!/^[1-9]\d{0,14}$/.test(id))
      notes.of(id, titleOf(item))(`its id (${JSON.stringify(id.slice(0, 40))}) is no number: left out`);
    if (ids.has(id)) notes.of(id, titleOf(item))('is in the files twice: the first is taken');
    ids.set(id, status);
    const offset = offsetOf(item);
    if (offset !== undefined) count(offsets, offset);
    if (isShown(item) && slug) count(slugs, slug);
    places.push([item.link, id], [`/?p=${id}`, id]);
  }

  for (const file of files) {
    for await (const part of readXml(file, limits)) {
      const text = part.text.trim();
      if (part.name === 'wp:wxr_version') versions += 1;
      else if (part.name === 'title' && text) titles.add(text);
      else if (part.name === 'wp:base_blog_url' || part.name === 'wp:base_site_url' || part.name === 'link') {
        if (text && homes.get(part.name) && homes.get(part.name) !== text)
          throw new ArchiveProblem(
            `The files are of two sites, ${homes.get(part.name)} and ${text}: read each by itself, since their ids are not the same.`,
          );
        if (text) homes.set(part.name, text);
      } else if (part.name === 'wp:author') addAuthor(part, authors);
      else if (part.name === 'item') {
        add(itemOf(part));
        if (part.comments > 0) count(counts, comments, part.comments);
      }
    }
    if (versions === 0)
      throw new ArchiveProblem(`${file} has no wp:wxr_version: it is a feed, and no export of WordPress.`);
    versions = 0;
  }
  const home = homes.get('wp:base_blog_url') ?? homes.get('link') ?? homes.get('wp:base_site_url') ?? '';
  if (!URL.canParse(home)) throw new ArchiveProblem('The export does not tell the address of its site.');
  const site = oldSite(home, [...homes.values()]);
  for (const [address, id] of places) site.moved(address, newPathOf(id));
  return {
    home,
    title: [...titles][0] ?? '',
    site,
    authors,
    reusable,
    attachments,
    attachedTo: attachedTo(attachments),
    offset: [...offsets].sort(([, one], [, other]) => other - one)[0]?.[0],
    slugs,
    lines: linesOf(counts),
  };
}

function addAuthor(part: XmlPart, authors: Map<string, string>): void {
  const login = fieldOf(part, 'wp:author_login');
  authors.set(login, fieldOf(part, 'wp:author_display_name') || login);
}

function attachedTo(attachments: ReadonlyMap<string, Attachment>): Library['attachedTo'] {
  let byParent: Map<string, Attachment[]> | undefined;
  return (post) => {
    byParent ??= Map.groupBy(attachments.values(), ({ parent }) => parent);
    const found = (byParent.get(post) ?? []).filter(isPicture);
    return found.toSorted((one, other) => one.order - other.order || Number(one.id) - Number(other.id));
  };
}

function count<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const comments = 'comments';
const statusWords: Readonly<Record<string, string>> = {
  publish: 'published',
  future: 'scheduled',
  pending: 'pending review',
  trash: 'in the trash',
};

/** What an item counts as. */
function kindOf(item: WordPressItem): string {
  const { type, status, password } = item;
  if (type === 'attachment') return 'files of the media library';
  if (type === 'wp_block') return 'blocks that posts share';
  if (type !== 'post' && type !== 'page') return `items of type ${type || '(none)'}, left out`;
  const said = password === '' ? (statusWords[status] ?? status) : 'with a password';
  if (!isPost(item)) return `${type}s, ${said}, left out`;
  return `${type}s, ${said}${isShown(item) ? '' : ', taken as not active'}`;
}

function linesOf(counts: ReadonlyMap<string, number>): string[] {
  const most = [...counts].sort(([, one], [, other]) => other - one);
  return most.map(([what, number]) =>
    what === comments
      ? `${what}, left out, since there is no place for them: ${number}`
      : `${what}: ${number}`,
  );
}
