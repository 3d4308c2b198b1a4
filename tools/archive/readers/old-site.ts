import type { Field } from '#shared/entities/field.ts';
import { post as postEntity } from '#shared/entities/post.ts';
import type { seoTexts } from '#shared/entities/seo-fields.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { decodedPath } from '#shared/html-policy.ts';
import { readableBytes } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { plainText } from '#shared/plain-text.ts';
import { isEmptyRichText, richTextSummary } from '#shared/rich-text.ts';
import { isKnownRoute, isPublicRoute, routeOf } from '#shared/routes.ts';
import { ArchiveProblem } from '../format.ts';
import { type Conversion, cleanText, convertHtml, cutLine, lineOf } from './html.ts';

/**
 * A post as its reader finds it. `title` is plain text on one line; `status` its product's word, or `password` or the
 * readers if not everybody could read it; `paths` led to it on the old site; `texts` are by the field that they fill.
 */
export type OldPost = Record<'id' | 'title' | 'html' | 'type' | 'status', string> &
  Partial<Record<'image' | 'imageAlt' | 'shareImage', string>> &
  Pick<Conversion, 'isClassic' | 'note'> & {
    /** For a scheduled post, `published` is to come. */
    dates: Record<'published' | 'created' | 'updated', Date | undefined>;
    texts: Partial<Record<(typeof seoTexts)[number], string | undefined>>;
    extra: Record<string, unknown>;
    paths: readonly string[];
  };

/** A file of an export, read as a whole. */
export type ExportFile = Record<'name' | 'text', string>;

export type NoteOf = (id: string, title: string) => Conversion['note'];

/** The content of an export that another product wrote. `lines` say what is there, and what is not moved. */
export interface OldContent extends Pick<Conversion, 'fullSize'> {
  madeBy: string;
  site: ReturnType<typeof oldSite>;
  /** Path of the feed below the address of the old site. */
  feed: string;
  lines: readonly string[];
  posts: readonly OldPost[];
}

/** Knows which URLs belong to the old site, by that of its home page and `others`, and where its posts are now. */
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
    /**
     * Returns the path on this site of what the URL showed: a post, or a page that both sites have; undefined for
     * others.
     */
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

/** Returns an equal key for URLs which the old site treats as equal. Only a query that identifies a post counts. */
function keyOf({ pathname, searchParams }: URL) {
  const id = searchParams.get('p') ?? searchParams.get('page_id');
  return id ? `?${id}` : decodedPath(pathname).replace(/\/+$/, '').toLowerCase().normalize('NFC');
}

/** True for a post that visitors could read. Nothing else becomes public by an import. */
export function isShown({ type, status }: Pick<OldPost, 'type' | 'status'>) {
  return type === 'post' && /^publish(ed)?$/.test(status);
}

/** Returns the old paths of a post that visitors could read, without those that are pages of this site. */
export function redirectedPaths(post: OldPost) {
  const paths = isShown(post) ? post.paths.map((path) => path.replace(/(?<=[^/])\/+$/, '')) : [];
  return [...new Set(paths)].filter((from) => {
    if (from !== '/' && isKnownRoute(from)) post.note('had addresses that are pages of this site', from);
    return from !== '/' && !isKnownRoute(from);
  });
}

/**
 * Returns the row of a post for an archive, without its id. Throws ArchiveProblem if the post has nothing to show or
 * its text does not fit.
 */
export function rowOf(post: OldPost, { site, fullSize }: OldContent, textBytes: number) {
  const { note, isClassic, dates } = post;
  const html = cleanText(convertHtml(post.html, { ...site, fullSize, isClassic, note }).trim());
  if (Buffer.byteLength(html) > textBytes)
    throw new ArchiveProblem(`its text is larger than ${readableBytes(textBytes)} (UPLOAD_TEXT_MAX_BYTES)`);
  const isEmpty = isEmptyRichText(html);
  if (isEmpty && !post.title) throw new ArchiveProblem('has neither a title nor a text');
  // Drafts stay drafts. The operator should know of all other states.
  const why = post.type === 'page' ? 'is a page' : `was "${post.status}"`;
  if (post.type === 'page' || !/^(publish(ed)?|draft|pending)$/.test(post.status))
    note(`${why}: imported as an inactive post`);
  if (isEmpty) note('has no text: its title is used as its text');
  const title = post.title || cutLine(lineOf(richTextSummary(html)), 80) || `Post ${post.id}`;
  if (!post.title) note(`has no title: it is called "${title}"`);
  const { cut, whole } = textsOf(post, title);
  const isLater = /^(future|scheduled)$/.test(post.status);
  const address = (given: string | undefined) => given && site.resolve(given)?.href;
  return {
    ...cut,
    description: isEmpty ? `<p>${escapeHtml(cut.blog_title ?? '')}</p>` : html,
    is_active: isShown(post) ? 1 : 0,
    blog_image: address(post.image),
    share_image: address(post.shareImage),
    created_at: ((isLater ? undefined : dates.published) ?? dates.created)?.toISOString(),
    updated_at: (dates.updated ?? dates.published ?? dates.created)?.toISOString(),
    extra: {
      source_type: post.type,
      source_status: post.status,
      ...post.extra,
      ...whole,
      publish_at: isLater ? dates.published?.toISOString() : undefined,
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
