import type { Field } from '#shared/entities/field.ts';
import { post } from '#shared/entities/post.ts';
import type { seoTexts } from '#shared/entities/seo-fields.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { plainText } from '#shared/plain-text.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { cleanText, cutLine } from './clean-text.ts';
import type { Converted } from './html/convert.ts';
import { parseHtml, TooDeepError, textOf, writeHtml } from './html/tree.ts';
import type { Noter } from './notes.ts';

/** A picture that a post names by its address. */
interface PictureReference {
  address: string;
  alt?: string;
}

/** A post under the names of its columns, but for its pictures. */
export interface PostRow {
  id: number | string;
  blog_title: string;
  description: string;
  is_active: 0 | 1;
  blog_image?: PictureReference;
  share_image?: PictureReference;
  /** Pictures of the text. */
  text_media?: PictureReference[];
  extra?: Record<string, unknown>;
  [column: string]: unknown;
}
type TextField = (typeof seoTexts)[number];

/** A post as read from an export, before its conversion. */
export interface ForeignPost {
  id: string;
  /** Plain text without line ends. */
  title: string;
  /** Returns the converted text. Throws TooDeepError. */
  text(): Converted;
  shown: boolean;
  created: Date | undefined;
  updated: Date | undefined;
  image?: { address: string; alt?: string } | undefined;
  shareImage?: string | undefined;
  /**
   * Plain texts by the names of the fields that they fill. For a line or text field that is missing here, `custom` is
   * called.
   */
  texts: Partial<Record<TextField, string | undefined>>;
  /** Returns the value that the author entered in a custom field of this name. */
  custom(name: string): string | undefined;
  extra: Record<string, unknown>;
}

/**
 * Returns the row of a post for an archive. If the post has nothing to show or its text is too long, notes that and
 * returns undefined.
 */
export function postRow(post: ForeignPost, textBytes: number, note: Noter): PostRow | undefined {
  const converted = textIn(post, note);
  if (!converted) return undefined;
  const cleaned = cleanText(writeHtml(converted.nodes).trim());
  for (const wrong of cleaned.wrong) note(`its text ${wrong}`);
  const words = textOf(converted.nodes).replace(/\s+/g, ' ').trim();
  const title = titleOf(post, words, note);
  let html = cleaned.text;
  if (isEmptyRichText(html)) {
    if (post.title === '') {
      note('has neither a title nor a text: left out');
      return undefined;
    }
    note('has no text: its title is used as its text');
    html = writeHtml([{ name: 'p', attributes: {}, children: [{ text: title }] }]);
  }
  const bytes = Buffer.byteLength(html);
  if (bytes > textBytes) {
    note(tooLong(textBytes, bytes));
    return undefined;
  }
  const texts = textsOf(post, note);
  const extra = {
    ...post.extra,
    ...texts.whole,
    ...(post.title.length > limits.title && { title: post.title }),
  };
  return {
    id: idOf(post.id),
    blog_title: title,
    description: html,
    is_active: post.shown ? 1 : 0,
    ...(post.image && { blog_image: reference(post.image.address, post.image.alt) }),
    ...texts.cut,
    ...(post.shareImage && { share_image: reference(post.shareImage) }),
    ...(converted.images.size > 0 && {
      text_media: Array.from(converted.images, (image) => reference(image)),
    }),
    ...(post.created && { created_at: post.created.toISOString() }),
    ...(post.updated && { updated_at: post.updated.toISOString() }),
    extra: Object.fromEntries(
      Object.entries(extra).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

export function tooLong(limit: number, bytes?: number): string {
  const is = bytes === undefined ? 'more' : readableBytes(bytes);
  return `its text has ${is} than fits (${readableBytes(limit)}, UPLOAD_TEXT_MAX_BYTES): left out`;
}

/** Returns an id as a number if it consists of digits, and unchanged otherwise. */
function idOf(id: string): number | string {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id;
}

/** Returns the words of a piece of markup on one line. */
export function lineOf(html: string): string {
  return plainText(wordsOf(html)).replace(/\s+/g, ' ');
}

function wordsOf(html: string): string {
  try {
    return textOf(parseHtml(html));
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    return html.replace(/<[^>]*>/g, ' ');
  }
}

function textIn(post: ForeignPost, note: Noter): Converted | undefined {
  try {
    return post.text();
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    note(`${error.message}: left out`);
    return undefined;
  }
}

function titleOf({ id, title }: ForeignPost, words: string, note: Noter): string {
  if (title === '') {
    const made = words === '' ? `Post ${id}` : cutLine(words, 80);
    note(`has no title: it is called "${made}"`);
    return made;
  }
  if (title.length <= limits.title) return title;
  note(`its title is longer than ${limits.title} characters: it is shortened, and complete in extra.title`);
  return cutLine(title, limits.title);
}

/**
 * Returns the line and text fields of a post, cut to their limits. The full value of a cut field is returned for
 * `extra`.
 */
function textsOf({ texts, custom }: ForeignPost, note: Noter) {
  const cut: Record<string, string> = {};
  const whole: Record<string, string> = {};
  for (const [name, { kind, max = Number.POSITIVE_INFINITY }] of Object.entries<Field>(post.fields)) {
    if ((kind !== 'line' && kind !== 'text') || name === post.title) continue;
    const said = name in texts ? texts[name as TextField] : wordsOf(cleanText(custom(name) ?? '').text);
    const words = plainText((kind === 'line' ? said?.replace(/\s+/g, ' ') : said) ?? '');
    if (!words) continue;
    cut[name] = cutLine(words, max);
    if (words.length <= max) continue;
    whole[name] = words;
    note(`its ${name} is longer than ${max} characters: it is shortened, and complete in extra.${name}`);
  }
  return { cut, whole };
}

function reference(address: string, alt?: string): PictureReference {
  const said = alt?.trim();
  return { address, ...(said && { alt: cutLine(said.replace(/\s+/g, ' '), limits.alt) }) };
}
