import { limits } from './limits.ts';
import { isVisible } from './text-formats.ts';

/** Blanks between two tags that are read in search of a word, in characters. */
const longestBlank = 100_000;

/**
 * True when rich text is empty: no word, no image, no video. An example is the `<p><br></p>` of a cleared editor.
 * Reads the text once, since it may have 25 MiB.
 */
export function isEmptyRichText(html: string) {
  let from = 0;
  for (let step = 0; from < html.length && step < maxSteps; step += 1) {
    const open = html.indexOf('<', from);
    const text = html.slice(from, open === -1 ? undefined : open);
    if (hasWords(text.slice(0, longestBlank))) return false;
    if (open === -1) return true;
    if (/^<(img|iframe)[\s/>]/i.test(html.slice(open, open + 8))) return false;
    const close = html.indexOf('>', open);
    if (close === -1) return true;
    from = close + 1;
  }
  return true;
}

/** True if a text has words. The spaces of HTML are none, and neither are characters that nobody sees. */
function hasWords(text: string) {
  return isVisible(text.replace(/&(nbsp|#160|#xa0);/gi, ' '));
}

/**
 * Matches inline elements, which can be part of a word (b, em, a, span …). The beginning or end of any other element
 * separates words.
 */
const inline =
  /^(a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|u|wbr)$/;
/** Matches elements whose text is not shown. */
const silent = /^(iframe|noembed|noframes|noscript|script|style|template|textarea|title|xmp)$/;
const entity = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/i;
const blankEntity = /^&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);$/i;

/**
 * Maximum number of tags and blanks that are read before the first words. A text that has more of them counts as empty,
 * and gets an empty summary.
 */
const maxSteps = 10_000;

/**
 * Returns the first words of rich text as one plain `<p>`, for lists, which must not carry whole articles: at most
 * `limits.summary` characters, cut between words if possible; '' without words. No markup is copied, so the result is
 * always safe HTML.
 */
export function richTextSummary(html: string) {
  const words = firstWords(html, limits.summary);
  return words === '' ? '' : `<p>${words}</p>`;
}

function firstWords(html: string, length: number) {
  /** The characters as a person counts them: each entry is a character, an entity, or one blank. */
  const signs: string[] = [];
  let at = 0;
  const endBehind = captionsIn(html);
  // Reads up to two characters more than `length`: if the first of them is a blank, the second one shows whether the
  // text goes on.
  for (let step = 0; at < html.length && signs.length <= length + 1 && step < maxSteps; step += 1) {
    const tag = html[at] === '<' ? readTag(html, at) : undefined;
    if (tag) {
      if (!inline.test(tag.name)) addSign(signs, ' ');
      at = endBehind(at, tag);
      continue;
    }
    const sign = signAt(html, at);
    const blank = /^\s$/.test(sign);
    addSign(signs, blank || blankEntity.test(sign) ? ' ' : escaped(sign));
    at = blank ? endOfBlanks(html, at) : at + sign.length;
  }
  if (signs.at(-1) === ' ') signs.pop();
  return signs.length > length ? cutAtWord(signs, length) : signs.join('');
}

/**
 * Returns a function that finds the end of a tag at `at`, with the caption of a picture that it begins: a caption is no
 * part of the text around it. If one caption is not closed, no later one is, so none is searched again.
 */
function captionsIn(html: string) {
  let isOpen = false;
  return (at: number, tag: { name: string; end: number }) => {
    if (isOpen || tag.name !== 'figcaption' || html[at + 1] === '/') return tag.end;
    const end = endOfElement(html, tag);
    isOpen = end === undefined;
    return end ?? tag.end;
  };
}

function endOfBlanks(html: string, from: number) {
  const other = /\S/g;
  other.lastIndex = from;
  return other.exec(html)?.index ?? html.length;
}

/** Collapses runs of blanks into one, and drops blanks at the beginning. */
function addSign(signs: string[], sign: string) {
  if (sign !== ' ' || (signs.length > 0 && signs.at(-1) !== ' ')) signs.push(sign);
}

function signAt(html: string, at: number) {
  const found = html[at] === '&' ? entity.exec(html.slice(at, at + 40)) : null;
  return found?.[0] ?? String.fromCodePoint(html.codePointAt(at) ?? 0);
}

function escaped(sign: string) {
  if (sign === '&') return '&amp;';
  if (sign === '<') return '&lt;';
  return sign === '>' ? '&gt;' : sign;
}

/** A word longer than this, in characters, may be cut in the middle: some scripts are written without blanks. */
const longestWord = 40;

function cutAtWord(signs: readonly string[], length: number) {
  const blank = signs.lastIndexOf(' ', length);
  const end = blank >= length - longestWord ? blank : length;
  return `${signs.slice(0, end).join('').trimEnd()}…`;
}

/** Reads the tag or comment that begins at `at`: its name and its end. Undefined if the `<` is only a character. */
function readTag(html: string, at: number) {
  if (html.startsWith('<!--', at)) return { name: '', end: after(html, '-->', at + 4) };
  if (/^<[!?]/.test(html.slice(at, at + 2))) return { name: '', end: after(html, '>', at) };
  const found = /^<(\/?)([a-z][^\s/>]{0,30})/i.exec(html.slice(at, at + 40));
  if (!found) return undefined;
  const name = (found[2] ?? '').toLowerCase();
  const end = endOfTag(html, at + found[0].length);
  if (found[1] === '/' || !silent.test(name)) return { name, end };
  return { name, end: endOfElement(html, { name, end }) ?? html.length };
}

/** Returns the end of the element whose opening tag this is; undefined if it is not closed. */
function endOfElement(html: string, { name, end }: { name: string; end: number }) {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = end;
  const closing = close.exec(html);
  return closing ? endOfTag(html, closing.index + closing[0].length) : undefined;
}

/** Returns the end of a tag whose attributes begin at `from`; a `>` in quotes does not end it. */
function endOfTag(html: string, from: number) {
  const stop = /[>"']/g;
  stop.lastIndex = from;
  for (let found = stop.exec(html); found; found = stop.exec(html)) {
    if (found[0] === '>') return stop.lastIndex;
    stop.lastIndex = after(html, found[0], stop.lastIndex);
  }
  return html.length;
}

function after(html: string, mark: string, from: number) {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Returns a text with its usual entities as characters. A code that is no character gives U+FFFD, as in browsers. */
export function decoded(text: string) {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,8}));/gi, (entity, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? entity;
    const point = Number(decimal ?? `0x${hex}`);
    const isSign = point > 0 && point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff);
    return isSign ? String.fromCodePoint(point) : '\ufffd';
  });
}

const bullet = '• ';

type Token = { text: string } | { tag: Tag };

interface Tag {
  name: string;
  closes: boolean;
  /** The source of the tag, including its attributes. */
  source: string;
}

/**
 * Returns rich text as plain text, one block per line. List items begin with •. A picture or a video is replaced by a
 * description, and the URL of a link follows its text in brackets. Reads the text in one pass, since it may have
 * megabytes.
 */
export function richTextWords(html: string) {
  const lines = new Lines();
  for (const token of tokensOf(html)) {
    if ('text' in token) lines.write(decoded(token.text));
    else addTag(lines, token.tag);
  }
  lines.end();
  return lines.done.join('\n');
}

/** Collects lines of text: blanks are collapsed, empty lines dropped. */
class Lines {
  readonly done: string[] = [];
  /** The URL of the open link; '' without one. */
  link = '';
  #line = '';

  write(text: string) {
    this.#line += text;
  }

  /** Ends the line, and starts the next with `start`. */
  end(start = '') {
    const words = this.#line.replace(/\s+/g, ' ').trim();
    if (words !== '' && words !== bullet.trim()) this.done.push(words);
    this.#line = start;
  }
}

/** Yields the tags and the texts between them. A `<` that begins no tag is part of a text. */
function* tokensOf(html: string): Generator<Token> {
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    if (next !== at) {
      const end = next === -1 ? html.length : next;
      yield { text: html.slice(at, end) };
      at = end;
      continue;
    }
    const tag = readTag(html, at);
    const end = tag?.end ?? at + 1;
    const source = html.slice(at, end);
    yield tag ? { tag: { name: tag.name, closes: source[1] === '/', source } } : { text: source };
    at = end;
  }
}

function addTag(lines: Lines, tag: Tag) {
  const replacement = replacementOf(tag);
  if (tag.name === 'a') addLink(lines, tag);
  else if (replacement) lines.write(` ${replacement} `);
  else if (isBlock(tag)) lines.end(tag.name === 'li' && !tag.closes ? bullet : '');
}

/** Writes the URL of a link after the link's text. */
function addLink(lines: Lines, { closes, source }: Tag) {
  if (closes && lines.link) lines.write(` (${lines.link})`);
  lines.link = closes ? '' : attributeOf(source, 'href');
}

/** True for an element that separates lines. Comments have no name, and separate nothing. */
function isBlock({ name }: Tag) {
  return name !== '' && !inline.test(name);
}

/** Returns the text for an element that shows something other than words; '' for all others. */
function replacementOf({ name, closes, source }: Tag) {
  if (closes) return '';
  const address = () => attributeOf(source, 'src').slice(0, 200);
  if (name === 'img')
    return `[${['Picture', address(), attributeOf(source, 'alt')].filter(Boolean).join(' ')}]`;
  return name === 'iframe' || name === 'video' ? `[Video ${address()}]` : '';
}

/** Returns the decoded value of a tag's attribute; '' without one. */
function attributeOf(tag: string, name: string) {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}
