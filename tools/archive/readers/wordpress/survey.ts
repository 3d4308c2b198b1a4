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

/**
 * Data that is collected from all files before the first post is converted, since a post may refer to any part of
 * them.
 */
export interface WordPressSurvey extends Library {
  home: string;
  title: string;
  site: OldSite;
  /** Display names of the authors, by the names with which they sign in. */
  authors: ReadonlyMap<string, string>;
  reusable: ReadonlyMap<string, string>;
  /** Usual offset of the blog's time zone in minutes ahead of UTC, as most items show it. */
  offset: number | undefined;
  /** Number of visible items by slug. */
  slugs: ReadonlyMap<string, number>;
  /** Summary of the files' content, and of the parts that are not moved, one line each. */
  lines: string[];
}

/**
 * True for an item that becomes a post: posts and pages, except for those in the trash and those that were never
 * saved.
 */
export function isPost({ type, status }: WordPressItem): boolean {
  return (type === 'post' || type === 'page') && !/^(trash|auto-draft|inherit)$/.test(status);
}

/**
 * True for a post that visitors could read. Pages have no counterpart on this site, so they are imported as hidden
 * posts.
 */
export function isShown({ type, status, password }: WordPressItem): boolean {
  return type === 'post' && status === 'publish' && password === '';
}

export function newPathOf(id: string): string {
  return pathTo('viewBlog', { id });
}

/** Returns the title of an item without markup. */
export function titleOf({ title }: WordPressItem): string {
  return lineOf(title);
}

/** Facts gathered from the files so far. */
interface Gathered {
  notes: Notes;
  /** URLs of the site, by the names of the elements that contain them. */
  homes: Map<string, string>;
  titles: Set<string>;
  authors: Map<string, string>;
  reusable: Map<string, string>;
  attachments: Map<string, Attachment>;
  /** Ids of posts and pages. */
  ids: Set<string>;
  offsets: Map<number, number>;
  slugs: Map<string, number>;
  counts: Map<string, number>;
  /** Old URLs of posts, each with the id of its post. */
  places: [address: string, id: string][];
}

/** Reads all files once and collects the data of the survey. Rejects with ArchiveProblem. */
export async function surveyWordPress(
  files: readonly string[],
  limits: XmlLimits,
  notes: Notes,
): Promise<WordPressSurvey> {
  const gathered: Gathered = {
    notes,
    homes: new Map(),
    titles: new Set(),
    authors: new Map(),
    reusable: new Map(),
    attachments: new Map(),
    ids: new Set(),
    offsets: new Map(),
    slugs: new Map(),
    counts: new Map(),
    places: [],
  };
  for (const file of files) await gatherFile(gathered, file, limits);
  const { homes, titles, authors, reusable, attachments, offsets, slugs, counts } = gathered;
  const home = homes.get('wp:base_blog_url') ?? homes.get('link') ?? homes.get('wp:base_site_url') ?? '';
  if (!URL.canParse(home)) throw new ArchiveProblem('The export does not contain the address of its site.');
  const site = oldSite(home, [...homes.values()]);
  for (const [address, id] of gathered.places) site.moved(address, newPathOf(id));
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

async function gatherFile(gathered: Gathered, file: string, limits: XmlLimits): Promise<void> {
  let hasVersion = false;
  for await (const part of readXml(file, limits)) {
    hasVersion ||= part.name === 'wp:wxr_version';
    gatherers.get(part.name)?.(gathered, part);
  }
  if (!hasVersion)
    throw new ArchiveProblem(`${file} has no wp:wxr_version: it is a feed, not an export of WordPress.`);
}

/** Functions that collect data from the elements of an export, by element name. */
const gatherers: ReadonlyMap<string, (gathered: Gathered, part: XmlPart) => void> = new Map([
  ['title', gatherTitle],
  ['wp:base_blog_url', gatherHome],
  ['wp:base_site_url', gatherHome],
  ['link', gatherHome],
  ['wp:author', gatherAuthor],
  ['item', gatherItem],
]);

function gatherTitle({ titles }: Gathered, part: XmlPart): void {
  const text = part.text.trim();
  if (text) titles.add(text);
}

function gatherHome({ homes }: Gathered, { name, text }: XmlPart): void {
  const address = text.trim();
  if (!address) return;
  const known = homes.get(name);
  if (known && known !== address)
    throw new ArchiveProblem(
      `The files are from two sites, ${known} and ${address}: import them separately, since their ids overlap.`,
    );
  homes.set(name, address);
}

function gatherAuthor({ authors }: Gathered, part: XmlPart): void {
  const login = fieldOf(part, 'wp:author_login');
  authors.set(login, fieldOf(part, 'wp:author_display_name') || login);
}

function gatherItem(gathered: Gathered, part: XmlPart): void {
  const { counts, attachments, reusable } = gathered;
  const item = itemOf(part);
  count(counts, kindOf(item));
  if (item.type === 'attachment') attachments.set(item.id, attachmentOf(item));
  if (item.type === 'wp_block') reusable.set(item.id, cleanText(item.content).text);
  if (isPost(item)) gatherPost(gathered, item);
  if (part.comments > 0) count(counts, comments, part.comments);
}

function gatherPost({ notes, ids, offsets, slugs, places }: Gathered, item: WordPressItem): void {
  const { id, slug } = item;
  if (!/^[1-9]\d{0,14}$/.test(id))
    notes.of(id, titleOf(item))(`its id (${JSON.stringify(id.slice(0, 40))}) is not a number: left out`);
  if (ids.has(id)) notes.of(id, titleOf(item))('is in the files twice: the first is used');
  ids.add(id);
  const offset = offsetOf(item);
  if (offset !== undefined) count(offsets, offset);
  if (isShown(item) && slug) count(slugs, slug);
  places.push([item.link, id], [`/?p=${id}`, id]);
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

/** Returns the words under which an item is counted in the summary. */
function kindOf(item: WordPressItem): string {
  const { type, status, password } = item;
  if (type === 'attachment') return 'files of the media library';
  if (type === 'wp_block') return 'blocks that posts share';
  if (type !== 'post' && type !== 'page') return `items of type ${type || '(none)'}, left out`;
  const said = password === '' ? (statusWords[status] ?? status) : 'with a password';
  if (!isPost(item)) return `${type}s, ${said}, left out`;
  return `${type}s, ${said}${isShown(item) ? '' : ', imported as inactive'}`;
}

function linesOf(counts: ReadonlyMap<string, number>): string[] {
  const most = [...counts].sort(([, one], [, other]) => other - one);
  return most.map(([what, number]) =>
    what === comments
      ? `${what}, left out, since this site does not support them: ${number}`
      : `${what}: ${number}`,
  );
}
