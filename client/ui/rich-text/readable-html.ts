import { isAllowedFrame } from '#shared/html-policy.ts';
import { directionOf, hasRightToLeft, languageOfRightToLeft } from '#shared/text-direction.ts';
import { frame as frameWords } from '#shared/words/en/frame.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { createWords, type Words } from '#shared/words/words.ts';

/** Class names of the style sheet of rich text. */
interface EmbedStyles {
  embed?: string;
  play?: string;
  from?: string;
}

const english = createWords<typeof frameWords>('en', frameWords);

/** Stands for the title of a video in a message, until the markup of the title takes its place. */
const mark = '\u0000';

/** Matches one tag. A quoted attribute value may contain `>`, and an inline image of several megabytes. */
const anyTag = /<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const frame = /<iframe(?=[\s>])((?:[^>"']|"[^"]*"|'[^']*')*)>(?:\s*<\/iframe>)?/gi;
const frameAnywhere = /<iframe[\s>]/i;

/**
 * Returns sanitised rich text as a page shows it, with two changes, which `storedHtml` reverses:
 * - Each paragraph, list, quotation and table gets its direction and language, as far as its letters show them, so that
 *   bullets and bars are on the side where its lines begin.
 * - A frame of a video host becomes a link, so that nothing is fetched from the host until the video is started.
 */
export function readableHtml(html: string, styles: EmbedStyles = {}, words = english) {
  const still = frameAnywhere.test(html) ? html.replace(frame, (tag) => embedLink(tag, styles, words)) : html;
  return hasRightToLeft(still) || directionOfLanguage(words.language) === 'rtl'
    ? withDirections(still)
    : still;
}

/** Returns the text that was passed to `readableHtml`, from the element that shows the result. */
export function storedHtml(shown: Element) {
  // The copy belongs to a document that is not displayed, so that its frames load nothing.
  const copy = document.implementation.createHTMLDocument('').importNode(shown, true);
  for (const block of copy.querySelectorAll(`[${marked}]`)) {
    for (const name of [...(block.getAttribute(marked) ?? '').split(' '), marked]) {
      if (name) block.removeAttribute(name);
    }
  }
  for (const link of copy.querySelectorAll(`[${embedded}]`))
    link.outerHTML = link.getAttribute(embedded) ?? '';
  return copy.innerHTML;
}

/** Attribute with the names of the attributes that were added to a block. */
const marked = 'data-script';
/** Attribute with the original tag of a frame. */
const embedded = 'data-embed';

/**
 * Blocks that get a single direction for their whole content. A `div` gets one only if it contains no other blocks.
 */
const blockNames = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'ul',
  'ol',
  'table',
  'figcaption',
  'div',
]);

interface OpenBlock {
  name: string;
  /**
   * Index of the block's opening tag in `pieces`. Undefined for a block inside a list or a quotation, because the
   * list or the quotation has one direction as a whole.
   */
  at: number | undefined;
  text: string;
  holdsBlocks: boolean;
}

/**
 * State while the text is read. `pieces` are the tags and the texts between them. `open` are the blocks that are not
 * closed yet, outermost first.
 */
interface Reading {
  pieces: string[];
  open: OpenBlock[];
}

function withDirections(html: string) {
  const reading: Reading = { pieces: [], open: [] };
  const { pieces, open } = reading;
  let from = 0;
  for (const found of html.matchAll(anyTag)) {
    const [tag, slash, written = ''] = found;
    const text = html.slice(from, found.index);
    from = found.index + tag.length;
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
    pieces.push(text, tag);
    const name = written.toLowerCase();
    if (!blockNames.has(name)) continue;
    if (slash === '') openBlock(reading, name);
    else closeBlock(reading, name);
  }
  pieces.push(html.slice(from));
  for (const block of open) addDirection(pieces, block);
  return pieces.join('');
}

/** Opens a block. Its opening tag is the last piece. */
function openBlock({ pieces, open }: Reading, name: string) {
  const outer = open.at(-1);
  if (outer) outer.holdsBlocks = true;
  const hasOwnDirection = !outer || (outer.name === 'div' && outer.at !== undefined);
  open.push({ name, at: hasOwnDirection ? pieces.length - 1 : undefined, text: '', holdsBlocks: false });
}

/**
 * Closes the innermost open block with this name, and the blocks inside it. A closing tag is ignored if no such block
 * is open.
 */
function closeBlock({ pieces, open }: Reading, name: string) {
  const at = open.map((block) => block.name).lastIndexOf(name);
  if (at < 0) return;
  const closed = open.splice(at);
  const around = open.at(-1);
  for (const block of closed.reverse()) {
    if (block.at !== undefined) addDirection(pieces, block);
    else if (around) around.text += block.text;
  }
}

/** Adds the direction to the opening tag of a block, unless the author has set one. */
function addDirection(pieces: string[], { name, at, text, holdsBlocks }: OpenBlock) {
  if (at === undefined || (holdsBlocks && name === 'div')) return;
  const tag = pieces[at] ?? '';
  if (/\sdir=|\bql-(?:direction-rtl|code-block)/i.test(tag)) return;
  const added = scriptAttributes(text, /\slang=/i.test(tag));
  if (added) pieces[at] = `${tag.slice(0, -1)}${added}>`;
}

/**
 * Returns the attributes for the direction and language of a text. A text in the page's own language gets them too,
 * because the text around it may be in another language.
 */
function scriptAttributes(text: string, hasLanguage: boolean) {
  const plain = text.includes('&') ? text.replace(/&[a-z\d#]{1,32};/gi, ' ') : text;
  const dir = directionOf(plain);
  if (!dir) return undefined;
  const lang = hasLanguage ? undefined : dir === 'rtl' ? languageOfRightToLeft(plain) : 'en';
  return ` dir="${dir}"${lang ? ` lang="${lang}"` : ''} ${marked}="dir${lang ? ' lang' : ''}"`;
}

interface Video {
  provider: string;
  /** URL of the video's page, to which the link leads without scripts. */
  page: string;
}

function videoOf(src: string): Video | undefined {
  if (!isAllowedFrame(src)) return undefined;
  const url = new URL(src);
  const id = url.pathname.split('/').at(-1) ?? '';
  if (url.hostname === 'player.vimeo.com') {
    const key = url.searchParams.get('h');
    return { provider: 'Vimeo', page: `https://vimeo.com/${id}${key ? `/${encodeURIComponent(key)}` : ''}` };
  }
  const start = url.searchParams.get('start');
  return {
    provider: 'YouTube',
    page: `https://www.youtube.com/watch?v=${id}${start ? `&t=${encodeURIComponent(start)}` : ''}`,
  };
}

/**
 * Returns the URL of the player that a press inserts: for YouTube on its host without cookies, for Vimeo without
 * tracking.
 */
function playerAddress(src: string) {
  if (!isAllowedFrame(src)) return undefined;
  const url = new URL(src);
  if (url.hostname === 'player.vimeo.com') url.searchParams.set('dnt', '1');
  else url.hostname = 'www.youtube-nocookie.com';
  url.searchParams.set('autoplay', '1');
  return url.href;
}

function embedLink(tag: string, styles: EmbedStyles, words: Words<typeof frameWords>) {
  const src = attributeOf(tag, 'src') ?? '';
  const video = videoOf(src);
  if (!video) return '';
  const title = attributeOf(tag, 'title')?.trim();
  const play =
    title && title !== 'Video'
      ? escaped(words('video.play', { title: mark })).replace(mark, () => `<bdi>${escaped(title)}</bdi>`)
      : words('video.playUnnamed');
  const { language } = words;
  return (
    `<a class="${styles.embed ?? ''}" href="${escaped(video.page)}" target="_blank" rel="noopener noreferrer" dir="${directionOfLanguage(language)}" lang="${language}" ` +
    `${embedded}="${escaped(tag)}"><span class="${styles.play ?? ''}">${play}</span> ` +
    `<span class="${styles.from ?? ''}">${escaped(words('video.from', { provider: video.provider }))}</span></a>`
  );
}

/**
 * Returns the data of a video from the link that `readableHtml` has put in place of its frame; undefined if the frame
 * is not allowed.
 */
export function embedOf(link: Element) {
  const tag = link.getAttribute(embedded) ?? '';
  const src = attributeOf(tag, 'src') ?? '';
  const [video, player] = [videoOf(src), playerAddress(src)];
  if (!video || !player) return undefined;
  return { player, title: attributeOf(tag, 'title')?.trim() || 'Video', provider: video.provider };
}

/** Selector of the links that replace frames in a text. */
export const embedSelector = `a[${embedded}]`;

function attributeOf(tag: string, name: string) {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2])
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function escaped(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
