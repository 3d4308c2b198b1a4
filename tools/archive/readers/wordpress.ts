import type { Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { momentOf } from '#shared/dates.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { MIB } from '#shared/limits.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { ArchiveProblem } from '../problem.ts';
import { lineOf } from './html.ts';
import { decoded, isShown, type Note, type OldContent, oldSite } from './old-site.ts';
import { replaceShortcodes, type Shortcode } from './shortcodes.ts';
import { childrenOf, fieldOf, readParts } from './wordpress-file.ts';

type Attachment = ReturnType<typeof attachmentOf>;

/**
 * Reads the export files of a WordPress site ("Tools, Export", WXR 1.0 to 1.2). They are read first for what posts
 * refer to, wherever in the files it is, and then post after post: memory holds one text. Rejects with ArchiveProblem.
 */
export async function readWordPress(
  files: readonly string[],
  { textBytes }: { textBytes: number },
): Promise<OldContent> {
  const most = 4 * textBytes + MIB;
  const homes = new Map<string, string>();
  const authors = new Map<string, string>();
  const attachments = new Map<string, Attachment>();
  const sharedBlocks = new Map<string, string>();
  const places: [address: string, id: string][] = [];
  const counts = new Map<string, number>();
  const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);

  function survey(part: Element) {
    const [id, type] = [fieldOf(part, 'wp:post_id'), fieldOf(part, 'wp:post_type')];
    if (part.name === 'wp:author')
      authors.set(fieldOf(part, 'wp:author_login'), fieldOf(part, 'wp:author_display_name'));
    if (/^(link|wp:base_(blog|site)_url)$/.test(part.name))
      setHome(part.name, DomUtils.textContent(part).trim());
    if (type) count(`${type}s, ${fieldOf(part, 'wp:status')}${isPost(part) ? '' : ', no posts'}`);
    if (type === 'attachment') attachments.set(id, attachmentOf(id, part));
    if (type === 'wp_block') sharedBlocks.set(id, fieldOf(part, 'content:encoded'));
    if (isShown({ type, status: statusOf(part) }))
      places.push([fieldOf(part, 'link'), id], [`/?p=${id}`, id]);
    count('comments, left out, since this site does not support them', childrenOf(part, 'wp:comment').length);
  }
  function setHome(name: string, address: string) {
    if ((homes.get(name) ?? address) !== address)
      throw new ArchiveProblem(
        `The files are from two sites, ${homes.get(name)} and ${address}: import them separately, since their ids overlap.`,
      );
    homes.set(name, address);
  }
  for (const file of files) {
    let isExport = false;
    for await (const part of readParts(file, most)) {
      isExport ||= part.name === 'wp:wxr_version';
      survey(part);
    }
    if (!isExport)
      throw new ArchiveProblem(`${file} has no wp:wxr_version: it is a feed, not an export of WordPress.`);
  }
  const home = homes.get('wp:base_blog_url') ?? homes.get('link') ?? '';
  if (!URL.canParse(home)) throw new ArchiveProblem('The export does not contain the address of its site.');
  const site = oldSite(home, [...homes.values()]);
  for (const [address, id] of places) site.moved(address, id);

  const byFile = new Map<string, URL>();
  for (const each of attachments.values()) {
    const url = site.resolve(each.address);
    if (url) byFile.set(url.host + url.pathname.replace(/-scaled(?=\.\w+$)/i, ''), url);
  }
  const ofPost = Map.groupBy(attachments.values(), ({ parent }) => parent);
  const withoutShortcodes = (html: string, id: string, note: Note) =>
    replaceShortcodes(html, shortcodes(attachments, ofPost.get(id) ?? [], note), note);
  return {
    madeBy: 'WordPress',
    site,
    feed: '/feed',
    lines: [...counts].flatMap(([what, number]) => (number > 0 ? `${what}: ${number}` : [])).sort(),
    async *posts(noteOf) {
      for (const file of files)
        for await (const part of readParts(file, most)) {
          if (!isPost(part)) continue;
          const [id, title] = [fieldOf(part, 'wp:post_id'), lineOf(fieldOf(part, 'title'))];
          const note = noteOf(id, title);
          const html = withoutShortcodes(fieldOf(part, 'content:encoded'), id, note);
          const link = site.resolve(fieldOf(part, 'link'));
          const path = link && site.isOwn(link) ? link.pathname : '/';
          yield { id, title, note, ...textOf(html), ...postOf(part, { authors, attachments, path, note }) };
        }
    },
    /** A text may show a smaller copy, such as "photo-300x200.jpg". */
    fullSize: (url) =>
      byFile.get(url.host + url.pathname.replace(/-\d{2,5}x\d{2,5}(?=\.\w{3,4}$)/, '')) ?? url,
    sharedBlock: (id) => withoutShortcodes(sharedBlocks.get(id) ?? '', '', () => {}),
  };
}

/** Posts and pages, except for those in the trash and those that were never saved. */
function isPost(item: Element) {
  return (
    /^(post|page)$/.test(fieldOf(item, 'wp:post_type')) &&
    !/^(trash|auto-draft|inherit)$/.test(fieldOf(item, 'wp:status'))
  );
}

const statusOf = (item: Element) =>
  fieldOf(item, 'wp:post_password') ? 'password' : fieldOf(item, 'wp:status');

function attachmentOf(id: string, item: Element) {
  const meta = metaOf(item);
  return {
    id,
    address: fieldOf(item, 'wp:attachment_url'),
    parent: fieldOf(item, 'wp:post_parent'),
    order: Number(fieldOf(item, 'wp:menu_order')),
    alt: meta('_wp_attachment_image_alt'),
    caption: fieldOf(item, 'excerpt:encoded'),
  };
}

/** Returns a function that finds the first value of a key; '' if there is none. */
function metaOf(item: Element): (key: string) => string {
  return (key) => metasOf(item, key)[0] ?? '';
}

/** Returns all values of a key, of which WordPress keeps several, such as the former slugs. */
function metasOf(item: Element, key: string) {
  return childrenOf(item, 'wp:postmeta').flatMap((meta) =>
    fieldOf(meta, 'wp:meta_key') === key ? fieldOf(meta, 'wp:meta_value') : [],
  );
}

/**
 * Prepares a text of the classic editor, of which WordPress shows line ends as paragraphs and breaks, and a player, or
 * the address of a video, on a line of its own apart.
 */
function textOf(html: string) {
  if (/<!--\s+wp:/.test(html)) return { html };
  const lines = html
    .replace(/<!--[^<>]*-->/g, '')
    .replace(/<br\b[^<>]*>[ \t]*\n?/gi, '\n')
    .split('\n');
  const apart = lines.map((line) =>
    videoEmbedAddress(line) || /^\s*<iframe\b[^<>]*><\/iframe>\s*$/i.test(line) ? `\n${line}\n` : line,
  );
  return { html: apart.join('\n'), isClassic: true };
}

interface Context {
  authors: ReadonlyMap<string, string>;
  attachments: ReadonlyMap<string, Attachment>;
  /** Path of the post on the old site. */
  path: string;
  note: Note;
}

function postOf(item: Element, { authors, attachments, path, note }: Context) {
  const field = (name: string) => fieldOf(item, name);
  const [id, type, slug, author] = ['wp:post_id', 'wp:post_type', 'wp:post_name', 'dc:creator'].map(
    field,
  ) as [string, string, string, string];
  const meta = metaOf(item);
  const thumbnail = meta('_thumbnail_id');
  const image = attachments.get(thumbnail);
  if (!image && Number(thumbnail) > 0) note('its picture is not in the files: export the media as well');
  // A value with variables, such as `%%title%%`, is one that a plug-in would have replaced.
  const searched = (...keys: string[]) =>
    lineOf(keys.map(meta).find((value) => value && !value.includes('%')) ?? '');
  const terms = (kind: string) =>
    childrenOf(item, 'category').flatMap((each) =>
      each.attribs.domain === kind
        ? { slug: each.attribs.nicename, name: lineOf(DomUtils.textContent(each)) }
        : [],
    );
  const oldSlugs = slug ? metasOf(item, '_wp_old_slug').filter(Boolean) : [];
  return {
    ...momentsOf(item),
    type,
    status: statusOf(item),
    image: image?.address,
    imageAlt: image?.alt,
    texts: {
      excerpt: lineOf(field('excerpt:encoded')),
      search_title: searched('_yoast_wpseo_title', 'rank_math_title'),
      search_description: searched('_yoast_wpseo_metadesc', 'rank_math_description'),
    },
    extra: {
      source: 'wordpress',
      source_id: id,
      slug: decoded(slug),
      address: field('link'),
      authors: author ? [{ login: author, name: authors.get(author) || author }] : [],
      categories: terms('category'),
      tags: terms('post_tag'),
      sticky: field('wp:is_sticky') === '1' || undefined,
    },
    paths: [
      path,
      ...oldSlugs.map((old) => path.replace(`/${slug}`, () => `/${old}`)),
      `/?p=${id}`,
      ...(slug ? [`/${slug}`] : []),
    ],
  };
}

/**
 * Returns the dates of an item. WordPress writes each date in the time zone of the blog, and in UTC, where 0000-00-00
 * means that the item was never published: its date is then read as UTC.
 */
function momentsOf(item: Element) {
  const [local, utc, changed] = ['date', 'date_gmt', 'modified_gmt'].map((name) => {
    const text = fieldOf(item, `wp:post_${name}`);
    return text.startsWith('0000') ? undefined : momentOf(text);
  });
  const published = utc ?? local;
  return { published, created: changed ?? published, updated: changed ?? published };
}

/** Returns the shortcodes of WordPress itself, and two of Jetpack that contain only an address. */
function shortcodes(
  attachments: ReadonlyMap<string, Attachment>,
  attached: readonly Attachment[],
  note: Note,
) {
  const media = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', '0'];
  const embed: Shortcode = (attributes, content) => {
    const given = content?.trim() || media.map((name) => attributes[name]).find(Boolean) || '';
    const address = /^\d+$/.test(given) ? `https://vimeo.com/${given}` : given.replaceAll('&amp;', '&');
    return `<embed src="${escapeHtml(address)}">`;
  };
  /** A picture with a caption, which older versions have in an attribute. */
  const caption: Shortcode = (attributes, content = '') => {
    const [, picture, words = content] =
      /^([\s\S]*?<img\b[^<>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(content) ?? [];
    return picture ? figure(picture, attributes.caption ?? words) : words;
  };
  const gallery: Shortcode = ({ ids, include = ids, exclude = '' }) => {
    const [wanted, unwanted] = [include?.split(/[\s,]+/), exclude.split(/[\s,]+/)];
    const found = wanted?.flatMap((id) => attachments.get(id) ?? []);
    if (found && found.length < (wanted?.length ?? 0))
      note('has galleries with pictures that are not in the files: export the media as well');
    return (found ?? attached.toSorted((one, other) => one.order - other.order))
      .filter(({ id, address }) => !unwanted.includes(id) && /\.(jpe?g|png|gif|webp|avif)$/i.test(address))
      .map(({ address, alt, caption: words }) =>
        figure(`<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`, words),
      )
      .join('');
  };
  return {
    caption,
    wp_caption: caption,
    gallery,
    ...{ embed, video: embed, audio: embed, youtube: embed, vimeo: embed },
  };
}

function figure(picture: string, caption: string) {
  return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
}
