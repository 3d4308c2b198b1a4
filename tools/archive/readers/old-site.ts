import type { Field } from '#shared/entities/field.ts';
import { post as postEntity } from '#shared/entities/post.ts';
import type { seoTexts } from '#shared/entities/seo-fields.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { readableBytes } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { plainText } from '#shared/plain-text.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { isKnownRoute, isPublicRoute, routeOf } from '#shared/routes.ts';
import { type Conversion, cleanText, convertHtml, cutLine, lineOf, TooDeepError } from './html.ts';

/** A post as its reader finds it. */
export interface OldPost extends Pick<Conversion, 'isClassic' | 'note'> {
  id: string;
  /** Plain text on one line. */
  title: string;
  html: string;
  type: string;
  /** State of the post there, by its product's word for it; `password` or the readers, if not everybody could read it. */
  status: string;
  /** For a scheduled post, this is to come. */
  published: Date | undefined;
  created: Date | undefined;
  updated: Date | undefined;
  image?: string;
  imageAlt?: string;
  shareImage?: string;
  /** Texts by the names of the fields that they fill. */
  texts: Partial<Record<(typeof seoTexts)[number], string | undefined>>;
  extra: Record<string, unknown>;
  /** Paths of the old site that led to the post. */
  paths: readonly string[];
}

export type Note = Conversion['note'];
export type NoteOf = (id: string, title: string) => Note;

/** The content of an export that another product wrote. */
export interface OldContent extends Pick<Conversion, 'fullSize' | 'sharedBlock'> {
  /** Name of the product, with its version if the export states it. */
  madeBy: string;
  site: OldSite;
  /** Path of the feed below the address of the old site. */
  feed: string;
  /** Summary of the content, and of the parts that are not moved, one line each. */
  lines: readonly string[];
  /** Yields the posts in the order of the export. May be called several times. */
  posts(noteOf: NoteOf): AsyncIterable<OldPost> | Iterable<OldPost>;
}

/** Knows the URLs of the old site: which URLs belong to it, and where its posts are on this site. */
type OldSite = ReturnType<typeof oldSite>;

/** `home` is the URL of the old site's home page. `others` are further URLs of the same site. */
export function oldSite(home: string, others: readonly string[] = []) {
  const base = new URL(home.endsWith('/') ? home : `${home}/`);
  const bare = (host: string) => host.replace(/^www\./, '');
  const hosts = new Set([home, ...others].flatMap((address) => URL.parse(address)?.hostname ?? []).map(bare));
  const places = new Map<string, string>();
  const resolve = (address: string) => {
    const url = URL.parse(address.trim(), base.href);
    return url && /^https?:$/.test(url.protocol) ? url : undefined;
  };
  const isOwn = (url: URL) => hosts.has(bare(url.hostname));
  return {
    home: base,
    resolve,
    isOwn,
    /** A path that is a page of this site too leads there. */
    newPath(url: URL) {
      const path = url.pathname.replace(/(?<=.)\/$/, '');
      const isPage = !url.search && isPublicRoute(path) && routeOf(path) === path;
      return isOwn(url) ? (places.get(keyOf(url)) ?? (isPage ? path : undefined)) : undefined;
    },
    /** Records where a post is now that visitors can read. If two posts had the same URL, the first one stays. */
    moved(address: string, id: string) {
      const url = resolve(address);
      if (url && !places.has(keyOf(url))) places.set(keyOf(url), pathTo('viewBlog', { id }));
    },
  };
}

/**
 * Returns a key that is equal for URLs which the old site treats as equal: case and a trailing slash are ignored, and
 * the query counts only if it identifies a post.
 */
function keyOf({ pathname, searchParams }: URL) {
  const id = searchParams.get('p') ?? searchParams.get('page_id');
  return id ? `?${id}` : decoded(pathname).replace(/\/+$/, '').toLowerCase().normalize('NFC');
}

export function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** True for a post that visitors could read. Nothing else becomes public by an import. */
export function isShown({ type, status }: Pick<OldPost, 'type' | 'status'>) {
  return type === 'post' && /^publish(ed)?$/.test(status);
}

/** States that an operator should know of. Drafts stay drafts. */
const told: Readonly<Record<string, string>> = {
  private: 'was private',
  password: 'was protected by a password',
  sent: 'was only sent as a mail',
  ...{
    members: 'was for members only',
    paid: 'was for paying members only',
    tiers: 'was for paying members only',
  },
  ...{ future: 'was scheduled, and is not any more', scheduled: 'was scheduled, and is not any more' },
};

/** Returns redirects from the old paths of a post that visitors could read. */
export function* redirectsOf(post: OldPost) {
  const to = pathTo('viewBlog', { id: post.id });
  for (const path of isShown(post) ? new Set(post.paths) : []) {
    const from = path.replace(/(?<=[^/])\/+$/, '');
    if (from !== '/' && isKnownRoute(from)) post.note('had addresses that are pages of this site', from);
    else if (from !== '/') yield { from, to };
  }
}

/**
 * Returns the row of a post for an archive, without its id, and the pictures of its text. If the post has nothing to
 * show or its text does not fit, notes that and returns undefined.
 */
export function rowOf(post: OldPost, { site, fullSize, sharedBlock }: OldContent, textBytes: number) {
  const { note, isClassic } = post;
  const leftOut = (why: string) => note(`${why}: left out`) as undefined;
  const isTooLong = (html: string) => Buffer.byteLength(html) > textBytes;
  const tooLong = `its text has more than fits (${readableBytes(textBytes)}, UPLOAD_TEXT_MAX_BYTES)`;
  if (isTooLong(post.html)) return leftOut(tooLong);
  let converted: ReturnType<typeof convertHtml>;
  try {
    converted = convertHtml(post.html, { ...site, fullSize, sharedBlock, isClassic, note });
  } catch (error) {
    if (error instanceof TooDeepError) return leftOut(error.message);
    throw error;
  }
  const { images } = converted;
  const html = cleanText(converted.html.trim());
  if (isTooLong(html)) return leftOut(tooLong);
  const isEmpty = isEmptyRichText(html);
  if (isEmpty && !post.title) return leftOut('has neither a title nor a text');
  const why = post.type === 'page' ? 'is a page' : told[post.status];
  if (why) note(`${why}: imported as an inactive post`);
  if (isEmpty) note('has no text: its title is used as its text');
  const title = post.title || cutLine(lineOf(richTextSummary(html)), 80) || `Post ${post.id}`;
  if (!post.title) note(`has no title: it is called "${title}"`);
  const { cut, whole } = textsOf(post, title);
  const isLater = /^(future|scheduled)$/.test(post.status);
  const address = (given: string | undefined) => given && site.resolve(given)?.href;
  return {
    images,
    row: {
      ...cut,
      description: isEmpty ? `<p>${escapeHtml(cut.blog_title ?? '')}</p>` : html,
      is_active: isShown(post) ? 1 : 0,
      blog_image: address(post.image),
      share_image: address(post.shareImage),
      created_at: ((isLater ? undefined : post.published) ?? post.created)?.toISOString(),
      updated_at: (post.updated ?? post.published ?? post.created)?.toISOString(),
      extra: {
        ...{ source_type: post.type, source_status: post.status, ...post.extra, ...whole },
        publish_at: isLater ? post.published?.toISOString() : undefined,
      },
    },
  };
}

/** Returns the texts of a post, cut to the limits of their fields, and the whole texts of those that were cut. */
function textsOf({ texts, note }: OldPost, title: string) {
  const cut: Record<string, string> = {};
  const whole: Record<string, string> = {};
  for (const [name, said] of Object.entries({ ...texts, [postEntity.title]: title })) {
    const { kind, max = Number.POSITIVE_INFINITY }: Field = postEntity.fields[name as keyof typeof texts];
    const words = plainText((kind === 'line' ? said?.replace(/\s+/g, ' ') : said) ?? '');
    if (words) cut[name] = cutLine(words, max);
    if (words.length <= max) continue;
    whole[name] = words;
    note(`its ${name} is longer than ${max} characters: it is shortened, and complete in extra.${name}`);
  }
  return { cut, whole };
}
