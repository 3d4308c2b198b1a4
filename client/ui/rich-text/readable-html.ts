import { isAllowedFrame } from '#shared/html-policy.ts';
import { directionOf, hasRightToLeft, languageOfRightToLeft } from '#shared/text-direction.ts';

/** Class names of the style sheet. */
export interface EmbedStyles {
  embed?: string | undefined;
  play?: string | undefined;
  from?: string | undefined;
}

/** One tag. Quoted values may contain `>`, and megabytes of an inline image. */
const anyTag = /<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const frame = /<iframe(?=[\s>])((?:[^>"']|"[^"]*"|'[^']*')*)>(?:\s*<\/iframe>)?/gi;
const frameAnywhere = /<iframe[\s>]/i;

/**
 * Returns sanitised rich text as a page shows it. Each paragraph, list, quotation and table gets its direction and
 * language, as far as its letters identify them, so that bullets and bars are at the start of its lines. A frame of a
 * video host is a link until the video is started: nothing is fetched from the host before. `storedHtml` reverses
 * both.
 */
export function readableHtml(html: string, styles: EmbedStyles = {}): string {
  const still = frameAnywhere.test(html) ? html.replace(frame, (tag) => embedLink(tag, styles)) : html;
  return hasRightToLeft(still) ? withDirections(still) : still;
}

/** Returns the text that was passed to `readableHtml`, from the element that shows it. */
export function storedHtml(shown: Element): string {
  // A document that is not displayed: frames in it load nothing.
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

/** Lists the attributes that were added to a block. */
const marked = 'data-script';
/** Contains the stored tag of a frame. */
const embedded = 'data-embed';

/** Blocks that have one direction for all their content; a `div` only if it does not contain other blocks. */
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
   * The index of the block's tag in `pieces`; undefined inside a list or a quotation, which has one direction as a
   * whole.
   */
  at: number | undefined;
  text: string;
  holdsBlocks: boolean;
}

/** The text read so far: tags and the text between them, and the blocks that are still open, outermost first. */
interface Reading {
  pieces: string[];
  open: OpenBlock[];
}

function withDirections(html: string): string {
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

/** Opens a block at the newest piece, which is its tag. */
function openBlock({ pieces, open }: Reading, name: string): void {
  const outer = open.at(-1);
  if (outer) outer.holdsBlocks = true;
  const hasOwnDirection = !outer || (outer.name === 'div' && outer.at !== undefined);
  open.push({ name, at: hasOwnDirection ? pieces.length - 1 : undefined, text: '', holdsBlocks: false });
}

/**
 * Closes the innermost block of this name, and all blocks that are still open in it. A closing tag without a block is
 * ignored.
 */
function closeBlock({ pieces, open }: Reading, name: string): void {
  const at = open.map((block) => block.name).lastIndexOf(name);
  if (at < 0) return;
  const closed = open.splice(at);
  const around = open.at(-1);
  for (const block of closed.reverse()) {
    if (block.at !== undefined) addDirection(pieces, block);
    else if (around) around.text += block.text;
  }
}

/** Writes the direction of a block into its tag, unless its author set one. */
function addDirection(pieces: string[], { name, at, text, holdsBlocks }: OpenBlock): void {
  if (at === undefined || (holdsBlocks && name === 'div')) return;
  const tag = pieces[at] ?? '';
  if (/\sdir=|\bql-(?:direction-rtl|code-block)/i.test(tag)) return;
  const added = scriptAttributes(text, /\slang=/i.test(tag));
  if (added) pieces[at] = `${tag.slice(0, -1)}${added}>`;
}

/** Paragraphs of the page's own language are marked too, because the text around them may have another language. */
function scriptAttributes(text: string, hasLanguage: boolean): string | undefined {
  const plain = text.includes('&') ? text.replace(/&[a-z\d#]{1,32};/gi, ' ') : text;
  const dir = directionOf(plain);
  if (!dir) return undefined;
  const lang = hasLanguage ? undefined : dir === 'rtl' ? languageOfRightToLeft(plain) : 'en';
  return ` dir="${dir}"${lang ? ` lang="${lang}"` : ''} ${marked}="dir${lang ? ' lang' : ''}"`;
}

interface Video {
  provider: string;
  /** The page of the video: the link's target without scripts. */
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

/** Returns the address of the player after a press: on YouTube's cookieless host, and without tracking on Vimeo's. */
export function playerAddress(src: string): string | undefined {
  if (!isAllowedFrame(src)) return undefined;
  const url = new URL(src);
  if (url.hostname === 'player.vimeo.com') url.searchParams.set('dnt', '1');
  else url.hostname = 'www.youtube-nocookie.com';
  url.searchParams.set('autoplay', '1');
  return url.href;
}

function embedLink(tag: string, styles: EmbedStyles): string {
  const src = attributeOf(tag, 'src') ?? '';
  const video = videoOf(src);
  if (!video) return '';
  const title = attributeOf(tag, 'title')?.trim();
  const named = title && title !== 'Video' ? `<bdi>${escaped(title)}</bdi>` : 'the video';
  return (
    `<a class="${styles.embed ?? ''}" href="${escaped(video.page)}" target="_blank" rel="noopener noreferrer" dir="ltr" lang="en" ` +
    `${embedded}="${escaped(tag)}"><span class="${styles.play ?? ''}">Play ${named}</span> ` +
    `<span class="${styles.from ?? ''}">It loads from ${video.provider}, which can see that you watched it.</span></a>`
  );
}

/** Reads the tag of a frame from the link that `readableHtml` has put in its place. */
export function embedOf(link: Element): { player: string; title: string; provider: string } | undefined {
  const tag = link.getAttribute(embedded) ?? '';
  const src = attributeOf(tag, 'src') ?? '';
  const [video, player] = [videoOf(src), playerAddress(src)];
  if (!video || !player) return undefined;
  return { player, title: attributeOf(tag, 'title')?.trim() || 'Video', provider: video.provider };
}

/** Selects the links that replace the frames of a text. */
export const embedSelector = `a[${embedded}]`;

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2])
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
