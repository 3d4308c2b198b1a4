import { type Element, isTag, type ParentNode } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { momentOf } from '#shared/dates.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { decodedPath } from '#shared/html-policy.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { ArchiveProblem } from '../format.ts';
import { cleanText, lineOf, treeOf } from './html.ts';
import { type ExportFile, isShown, type NoteOf, type OldContent, oldSite } from './old-site.ts';

type Item = ReturnType<typeof itemOf>;

/** Reads the export files of a WordPress site ("Tools, Export", WXR 1.0 to 1.2). Throws ArchiveProblem. */
export function readWordPress(files: readonly ExportFile[], noteOf: NoteOf): OldContent {
  const channels = files.map(channelOf);
  const inChannels = (name: string) => channels.flatMap((channel) => fieldOf(channel, name) || []);
  const homes = inChannels('wp:base_blog_url');
  if (new Set(homes).size > 1)
    throw new ArchiveProblem(
      `The files are from ${[...new Set(homes)].join(' and ')}: import them separately, since their ids overlap.`,
    );
  const [home = ''] = [...homes, ...inChannels('link')];
  if (!URL.canParse(home)) throw new ArchiveProblem('The export does not contain the address of its site.');
  const site = oldSite(home, [...inChannels('link'), ...inChannels('wp:base_site_url')]);
  const items = channels.flatMap((channel) => childrenOf(channel, 'item').map(itemOf));
  const ofType = (type: string) => items.filter((item) => item.type === type);
  for (const item of items.filter(isShown))
    for (const address of [item.field('link'), `/?p=${item.id}`]) site.moved(address, item.id);

  const attachments = new Map(ofType('attachment').map((item) => [item.id, item]));
  const nameOf = ({ host, pathname }: URL, ending: RegExp) => host + pathname.replace(ending, '');
  const byName = new Map<string, URL>();
  for (const item of attachments.values()) {
    const url = site.resolve(item.field('wp:attachment_url'));
    if (url) byName.set(nameOf(url, /-scaled(?=\.\w+$)/i), url);
  }
  const attached = Map.groupBy(attachments.values(), ({ field }) => field('wp:post_parent'));
  const textOf = (item: Item, note: ReturnType<NoteOf>) =>
    replaceShortcodes(
      item.field('content:encoded'),
      shortcodes(attachments, attached.get(item.id), note),
      note,
    );
  const counts = Map.groupBy(
    items.flatMap((item) => [
      isPost(item)
        ? `${item.type}s, ${item.field('wp:status')}`
        : item.type === 'attachment'
          ? 'attachments, of which posts bring the pictures that they show'
          : `${item.type}s, ${item.field('wp:status')}, left out`,
      ...item.comments.map(() => 'comments, left out, since this site does not support them'),
    ]),
    (what) => what,
  );
  const authors = new Map(
    channels
      .flatMap((channel) => childrenOf(channel, 'wp:author'))
      .map((each) => [fieldOf(each, 'wp:author_login'), fieldOf(each, 'wp:author_display_name')]),
  );
  const inUtc = clockOf(items);
  return {
    madeBy: 'WordPress',
    site,
    feed: '/feed',
    lines: Array.from(counts, ([what, { length }]) => `${what}: ${length}`).sort(),
    posts: items.filter(isPost).map((item) => {
      const title = lineOf(item.field('title'));
      const note = noteOf(item.id, title);
      const link = site.resolve(item.field('link'));
      const path = link && site.isOwn(link) ? link.pathname : '/';
      const [thumbnail = ''] = item.metas('_thumbnail_id');
      const image = attachments.get(thumbnail);
      if (!image && Number(thumbnail) > 0) note('its picture is not in the files: export the media as well');
      return {
        title,
        note,
        image: image?.field('wp:attachment_url'),
        imageAlt: image && altOf(image),
        ...withParagraphs(textOf(item, note)),
        ...postOf(item, { path, authors, inUtc }),
      };
    }),
    /** A text may show a smaller copy, such as "photo-300x200.jpg". */
    fullSize: (url) => byName.get(nameOf(url, /-\d{2,5}x\d{2,5}(?=\.\w{3,4}$)/)) ?? url,
  };
}

/** Returns the channel of an export, which has its items. */
function channelOf({ name, text }: ExportFile) {
  if (/<!DOCTYPE/i.test(text.slice(0, text.indexOf('<channel'))))
    throw new ArchiveProblem(`${name}: <!DOCTYPE> is refused, since it could declare entities.`);
  if (!text.trimEnd().endsWith('</rss>')) throw new ArchiveProblem(`${name}: the file is cut off.`);
  const [channel] = DomUtils.getElementsByTagName('channel', treeOf(text, { xmlMode: true }), true, 1);
  if (channel && fieldOf(channel, 'wp:wxr_version')) return channel;
  throw new ArchiveProblem(`${name} has no wp:wxr_version: it is a feed, not an export of WordPress.`);
}

const childrenOf = ({ children }: ParentNode, name: string) =>
  children.filter((child): child is Element => isTag(child) && child.name === name);

/** Returns the text of the first child of this name; '' if there is none. */
const fieldOf = (part: ParentNode, name: string) =>
  cleanText(DomUtils.textContent(childrenOf(part, name).slice(0, 1))).trim();

function itemOf(element: Element) {
  const field = (name: string) => fieldOf(element, name);
  return {
    id: field('wp:post_id'),
    type: field('wp:post_type'),
    field,
    status: field('wp:post_password') ? 'password' : field('wp:status'),
    comments: childrenOf(element, 'wp:comment'),
    /** Returns all values of a key, of which WordPress keeps several, such as the former slugs. */
    metas: (key: string) =>
      childrenOf(element, 'wp:postmeta').flatMap((meta) =>
        fieldOf(meta, 'wp:meta_key') === key ? fieldOf(meta, 'wp:meta_value') : [],
      ),
    terms: (domain: string) =>
      childrenOf(element, 'category').flatMap(({ attribs, children }) =>
        attribs.domain === domain
          ? { slug: attribs.nicename, name: lineOf(DomUtils.textContent(children)) }
          : [],
      ),
  };
}

/** Posts and pages, except for those in the trash and those that were never saved. */
const isPost = ({ type, field }: Item) =>
  /^(post|page)$/.test(type) && !/^(trash|auto-draft|inherit)$/.test(field('wp:status'));

const altOf = ({ metas }: Item) => metas('_wp_attachment_image_alt')[0] ?? '';

/** Prepares a text of the classic editor, of which WordPress shows a player, or the address of a video, on a line apart. */
function withParagraphs(html: string) {
  if (/<!--\s+wp:/.test(html)) return { html };
  const lines = html.replace(/<!--[^<>]*-->/g, '').split(/<br\b[^<>]*>[ \t]*\n?|\n/i);
  const apart = lines.map((line) =>
    videoEmbedAddress(line) || /^\s*<iframe\b[^<>]*><\/iframe>\s*$/i.test(line) ? `\n${line}\n` : line,
  );
  return { html: apart.join('\n'), isClassic: true };
}

/** Each date is there in the time zone of the blog and in UTC; 0000-00-00 means that the item was never published. */
function datesOf(field: Item['field']) {
  const [local, utc, changed] = ['date', 'date_gmt', 'modified_gmt'].map((name) => {
    const text = field(`wp:post_${name}`);
    return text.startsWith('0000') ? undefined : momentOf(text);
  });
  return { local, utc, changed };
}

/**
 * Returns a function that tells the moment of a local time of the blog, whose time zone an export does not name: its
 * distance from UTC is that of the item with both dates that is closest in time. A draft has no other date.
 */
function clockOf(items: readonly Item[]) {
  const known = items.flatMap(({ field }) => {
    const { local, utc } = datesOf(field);
    return local && utc ? { at: Number(local), ahead: Number(local) - Number(utc) } : [];
  });
  return (local: Date) => {
    const at = Number(local);
    const [closest] = known.toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at));
    return new Date(at - (closest?.ahead ?? 0));
  };
}

/** `path` is the path of the post on the old site; `inUtc` tells the moment of a local time. */
function postOf(
  { id, type, status, field, metas, terms }: Item,
  { path, authors, inUtc }: { path: string; authors: Map<string, string>; inUtc: ReturnType<typeof clockOf> },
) {
  const [slug, author] = [field('wp:post_name'), field('dc:creator')];
  // A value with variables, such as `%%title%%`, is one that a plug-in would have replaced.
  const searched = (...keys: string[]) =>
    lineOf(keys.flatMap(metas).find((value) => value && !value.includes('%')) ?? '');
  const { local, utc, changed } = datesOf(field);
  const published = utc ?? (local && inUtc(local));
  const former = slug ? metas('_wp_old_slug').filter(Boolean) : [];
  const saved = changed ?? published;
  return {
    id,
    type,
    status,
    dates: { published, created: saved, updated: saved },
    texts: {
      excerpt: lineOf(field('excerpt:encoded')),
      search_title: searched('_yoast_wpseo_title', 'rank_math_title'),
      search_description: searched('_yoast_wpseo_metadesc', 'rank_math_description'),
    },
    extra: {
      source: 'wordpress',
      source_id: id,
      slug: decodedPath(slug),
      address: field('link'),
      authors: author ? [{ login: author, name: authors.get(author) || author }] : [],
      categories: terms('category'),
      tags: terms('post_tag'),
      sticky: field('wp:is_sticky') === '1' || undefined,
    },
    paths: [
      path,
      ...former.map((old) => path.replace(`/${slug}`, () => `/${old}`)),
      `/?p=${id}`,
      ...(slug ? [`/${slug}`] : []),
    ],
  };
}

/** Returns the shortcodes of WordPress itself, and Jetpack's for videos. `attached` was uploaded to the item with them. */
function shortcodes(
  attachments: ReadonlyMap<string, Item>,
  attached: readonly Item[] | undefined,
  note: ReturnType<NoteOf>,
) {
  const embed: Shortcode = ({ poster: _picture, ...attributes }, content) => {
    const given = content?.trim() || Object.values(attributes).find((value) => /[/.]/.test(value)) || '';
    return `<embed src="${escapeHtml(given.replaceAll('&amp;', '&'))}">`;
  };
  /** A picture with a caption, which older versions have in an attribute. */
  const caption: Shortcode = (attributes, content = '') => {
    const [, picture, words = content] =
      /^([\s\S]*?<img\b[^<>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(content) ?? [];
    return picture ? figure(picture, attributes.caption ?? words) : words;
  };
  const position = ({ field }: Item) => Number(field('wp:menu_order'));
  /** Without ids it shows what was uploaded to the post. */
  const gallery: Shortcode = ({ ids }) => {
    const found = ids
      ? ids.split(/[\s,]+/).map((each) => attachments.get(each))
      : (attached ?? []).toSorted((one, other) => position(one) - position(other));
    if (found.includes(undefined))
      note('has galleries with pictures that are not in the files: export the media as well');
    const pictures = found.flatMap((item) => {
      const address = item?.field('wp:attachment_url') ?? '';
      if (!item || !/\.(jpe?g|png|gif|webp|avif)$/i.test(address)) return [];
      const picture = `<img src="${escapeHtml(address)}" alt="${escapeHtml(altOf(item))}">`;
      return figure(picture, item.field('excerpt:encoded'));
    });
    return pictures.join('');
  };
  const players = { embed, video: embed, audio: embed, youtube: embed, vimeo: embed };
  return new Map(Object.entries({ caption, wp_caption: caption, gallery, ...players }));
}

const figure = (picture: string, caption: string) =>
  `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;

/** Returns the markup that replaces a shortcode. `content` is undefined for one without a closing tag. */
type Shortcode = (attributes: Record<string, string>, content: string | undefined) => string;

/** A tag of HTML, or one of a shortcode. `[[name]]` is how authors write the literal text `[name]`. */
const tag = /(<[^<>]*>|\[\[[a-z][\w-]*[^[\]]*\]\]|\[\/?[a-z][\w-]{0,60}(?:[\s=][^[\]]*)?\/?\])/i;
const raw = new Set(['pre', 'code', 'script', 'style', 'textarea']);

/**
 * Replaces the shortcodes of a text by markup. Of an unknown one that is closed somewhere the content stays. One that is
 * closed nowhere stays unchanged, since it may be ordinary words in brackets. Both cases are noted.
 */
function replaceShortcodes(
  html: string,
  known: ReadonlyMap<string, Shortcode>,
  note: (what: string, name: string) => void,
) {
  let within: string | undefined;
  const pieces = html.split(tag).map((text) => {
    const [, mark, slash = '', named = '', attributes = ''] =
      /^([<[])(\/?)([a-z][\w-]*)([\s\S]*?)[>\]]$/i.exec(text) ?? [];
    const name = named.toLowerCase();
    if (mark === '<' && (within ?? name) === name && raw.has(name)) within = slash ? undefined : name;
    return { text, name: mark === '[' && !within ? slash + name : '', attributes };
  });
  const names = new Set(pieces.map(({ name }) => name));
  const unknown = (name: string, text: string) => {
    const isClosed = names.has(`/${name}`);
    if (isClosed) note('has unknown shortcodes, of which the content stays', name);
    else if (/[=_-]/.test(text)) note('has unknown shortcodes, which stay as written', name);
    return isClosed ? '' : text;
  };
  let done = '';
  for (let at = 0; at < pieces.length; at += 1) {
    const { text = '', name = '', attributes = '' } = pieces[at] ?? {};
    const shortcode = known.get(name);
    if (shortcode) {
      // The next one of its name ends one without a closing tag.
      const next = pieces.findIndex((each, place) => place > at && [name, `/${name}`].includes(each.name));
      const isClosed = pieces[next]?.name === `/${name}`;
      const end = isClosed ? next : at;
      const content = pieces.slice(at + 1, end).map((each) => each.text);
      done += shortcode(attributesOf(attributes), isClosed ? content.join('') : undefined);
      at = end;
    } else if (name) done += known.has(name.slice(1)) ? '' : unknown(name.replace('/', ''), text);
    else done += text.replace(/^\[(\[[^[\]]*\])\]$/, '$1');
  }
  return done;
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|([^\s"']+)/g;

/** Returns the attributes of a shortcode: named ones by their lower-case name, the first other one as `0`. */
function attributesOf(text: string) {
  const attributes: Record<string, string> = {};
  const plain = text
    .replace(/[\u00a0\u200b]/g, ' ')
    .replace(/&quot;|&#8220;|&#8221;|&#8243;|[“”″]/g, '"')
    .replaceAll('&amp;', '&')
    .replace(/\/\s*$/, '');
  for (const [, name = '0', ...values] of plain.matchAll(attribute))
    attributes[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? '';
  return attributes;
}
