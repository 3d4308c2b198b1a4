import { htmlPolicy, isAllowedFrame, isAllowedLink } from '#shared/html-policy.ts';
import { parseUrl } from '#shared/text-formats.ts';
import { blocks, parsePasted, proseTexts, rename, unwrap, wrapContent } from './dom.ts';
import {
  dropEmptyLines,
  dropFalseMarks,
  dropForeignMedia,
  dropNoise,
  keepListLevels,
  makeIndents,
  makeWordLists,
  removePageColors,
  removeSpaceNoise,
  trimLines,
} from './passes.ts';
import { fitTables } from './tables.ts';

/** Converts bold, italic, underline and strike-through from styles to tags; `keepOwnStyles` removes the styles later. */
function marksFromStyles(doc: Document) {
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { fontWeight, fontStyle, verticalAlign } = element.style;
    const lines = `${element.style.textDecorationLine} ${element.style.textDecoration}`;
    const inHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null;
    if (!inHeading && (/^bold/.test(fontWeight) || Number(fontWeight) >= 600)) wrapContent(element, 'strong');
    if (fontStyle === 'italic' || fontStyle === 'oblique') wrapContent(element, 'em');
    if (lines.includes('line-through')) wrapContent(element, 's');
    if (lines.includes('underline') && !element.closest('a')) wrapContent(element, 'u');
    if (verticalAlign === 'super') wrapContent(element, 'sup');
    if (verticalAlign === 'sub') wrapContent(element, 'sub');
  }
  for (const struck of doc.body.querySelectorAll('del')) rename(struck, 's');
  // Removes underline inside links and bold inside headings, because links are always underlined and headings always
  // bold.
  for (const mark of doc.body.querySelectorAll('a u, :is(h1, h2, h3, th) :is(b, strong)')) {
    unwrap(mark);
  }
}

const raised: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()ni'].map((plain, at) => [plain, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][at] ?? plain]),
);
const lowered: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()'].map((plain, at) => [plain, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] ?? plain]),
);

/**
 * Replaces superscript and subscript digits by the corresponding Unicode characters. The toolbar has no superscript,
 * and "10²" must not become "102".
 */
function writeRaisedDigits(doc: Document) {
  for (const element of doc.body.querySelectorAll('sup, sub')) {
    const signs = element.localName === 'sup' ? raised : lowered;
    const text = element.textContent.trim();
    if (text && [...text].every((sign) => signs[sign])) {
      element.replaceWith([...text].map((sign) => signs[sign]).join(''));
    } else unwrap(element);
  }
}

/**
 * Fits headings to the page. There are only levels 1, 2 and 3 (docs/product.md §9), and the page has a heading of level
 * 1 already: its title. A heading that repeats the title is removed.
 */
function fitHeadings(doc: Document, title: string) {
  for (const deep of doc.body.querySelectorAll('h4, h5, h6')) rename(deep, 'h3');
  // In Word, titles and quotations are paragraphs with a class.
  for (const title of doc.body.querySelectorAll('p[class^="MsoTitle"]')) rename(title, 'h1');
  for (const subtitle of doc.body.querySelectorAll('p[class^="MsoSubtitle"]')) rename(subtitle, 'h2');
  for (const quote of doc.body.querySelectorAll('p[class^="MsoQuote"], p[class^="MsoIntenseQuote"]')) {
    rename(quote, 'blockquote');
  }
  for (const heading of doc.body.querySelectorAll('h1')) {
    const isTitle = words(heading) === words(title) && words(doc.body) !== words(heading);
    if (isTitle) heading.remove();
    else rename(heading, 'h2');
  }
}

function words(of: Element | string) {
  const text = typeof of === 'string' ? of : of.textContent;
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

const fixedWidth = /mono|consol|courier|menlo|monaco|code/i;

/**
 * Makes what code editors copy a code block, without their colours, or code in a line if it is a part of a line. The
 * font alone makes no code: screenplays and plain mails are written in Courier, too.
 */
function makeCode(doc: Document) {
  for (const mail of doc.body.querySelectorAll('pre[wrap], pre[class*="moz-"]'))
    makeLines(rename(mail, 'div'));
  for (const block of doc.body.querySelectorAll<HTMLElement>('pre, div')) {
    const { whiteSpace, fontFamily } = block.style;
    const isWritten = block.localName === 'pre';
    if (!block.isConnected || (!isWritten && !(whiteSpace === 'pre' && fixedWidth.test(fontFamily))))
      continue;
    const text = codeOf(block);
    const name = isWritten || text.includes('\n') ? 'pre' : 'code';
    block.replaceWith(Object.assign(doc.createElement(name), { textContent: text }));
  }
  for (const word of doc.body.querySelectorAll('kbd, samp, tt')) rename(word, 'code');
}

/** Replaces the line ends of a text by line breaks. */
function makeLines(block: Element) {
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const [first = '', ...others] = text.data.split('\n');
    text.replaceWith(first, ...others.flatMap((line) => [block.ownerDocument.createElement('br'), line]));
  }
}

/** Returns the lines of an element, which are text with line ends, line breaks or elements. */
function codeOf(block: Element) {
  for (const end of block.querySelectorAll('br')) end.replaceWith('\n');
  for (const line of block.querySelectorAll(blocks)) if (line.nextSibling) line.append('\n');
  return block.textContent.replaceAll('\u00a0', ' ').replace(/\n$/, '');
}

/** Steps that clean content from other programs. Their order matters, because a step may rely on earlier ones. */
const foreignPasses: readonly ((doc: Document, title: string) => void)[] = [
  makeWordLists,
  dropNoise,
  makeCode,
  dropFalseMarks,
  keepListLevels,
  makeIndents,
  fitHeadings,
  marksFromStyles,
  writeRaisedDigits,
  removePageColors,
  removeSpaceNoise,
  fitTables,
  dropEmptyLines,
  trimLines,
  keepOwnStyles,
];

export type Cleaned = ReturnType<typeof cleanPasted>;

/**
 * Reduces pasted HTML of word processors, mails and web pages to text with the formats of our editor (html-policy,
 * docs/product.md §2), under a page with this title. HTML that was copied from this editor stays as it is. Security does
 * not depend on this function: the text is sanitised again before it is shown to readers.
 */
export function cleanPasted(html: string, title: string) {
  const doc = parsePasted(html);
  /** True if the content was copied from this editor. */
  const own = takeOwnMark(doc);
  /** True if the content consists of a single image and has no text. */
  const onlyImage = doc.images.length === 1 && doc.body.textContent.trim() === '';
  const media = dropForeignMedia(doc);
  unwrapLinks(doc);
  if (!own) for (const pass of foreignPasses) pass(doc, title);
  return { html: doc.body.innerHTML, own, onlyImage, ...media };
}

const mark = 'data-rich-text';

/**
 * Marks copied HTML as coming from this editor, so that its blank lines and greys are not removed when it is pasted.
 * Also makes the first space of each run an ordinary one again, because Quill copies every space as a non-breaking
 * one.
 */
export function markAsOwnHtml(html: string) {
  const spaced = html.replace(/(?:&nbsp;)+/g, (run) => ` ${'&nbsp;'.repeat(run.length / 6 - 1)}`);
  return `<div ${mark}="own">${spaced}</div>`;
}

/**
 * Returns true if the document was copied from this editor. Removes the element that marks it as such. Quill copies a
 * video as a link; the link is converted back to a video.
 */
function takeOwnMark(doc: Document) {
  const marked = doc.body.querySelector(`[${mark}="own"]`);
  if (!marked) return false;
  unwrap(marked);
  for (const link of doc.body.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '';
    if (!isAllowedFrame(address) || link.textContent !== address) continue;
    const frame = doc.createElement('iframe');
    frame.className = 'ql-video';
    frame.setAttribute('src', address);
    link.replaceWith(frame);
  }
  return true;
}

/** Replaces wrapped links by their target, and links that the policy refuses by their text. */
function unwrapLinks(doc: Document) {
  for (const link of doc.body.querySelectorAll('a')) {
    const address = unwrappedLink(link.getAttribute('href') ?? '');
    if (isAllowedLink(address)) link.setAttribute('href', address);
    else unwrap(link);
  }
  for (const text of proseTexts(doc.body)) text.data = withUnwrappedLinks(text.data);
}

/**
 * Leaves of all styles those that the editor has: others, such as an indent of the first line, would come in as signs.
 * Tags, classes and attributes that the editor does not have are left out when it reads the HTML.
 */
function keepOwnStyles(doc: Document) {
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { style } = element;
    const isRightToLeft = style.direction === 'rtl' || element.closest('[dir="rtl" i]') !== null;
    const kept = Object.entries(htmlPolicy.styles).map(([name, allowed]) => {
      const value = style.getPropertyValue(name);
      // The default alignment needs no style.
      const isNatural = name === 'text-align' && (value === 'left' || (value === 'right' && isRightToLeft));
      return [name, allowed.test(value) && !isNatural ? value : ''] as const;
    });
    element.removeAttribute('style');
    for (const [name, value] of kept) style.setProperty(name, value);
  }
  // The editor would drop a span together with a single space in it.
  for (const span of doc.body.querySelectorAll('span:not([style*=":"])')) unwrap(span);
}

/**
 * Sites whose links only lead on, and the parameter with the address they lead to: checks of mail programs, search
 * results, messengers. Some of the links carry the mail address of their reader.
 */
const wrappers: readonly (readonly [site: RegExp, parameter: string])[] = [
  [/(^|\.)safelinks\.protection\.(outlook\.com|office365\.us|partner\.outlook\.cn)\//, 'url'],
  [/^statics\.teams\.cdn\.office\.net\/.*safelinks/, 'url'],
  [/^www\.google\.[a-z.]{2,6}\/url$/, 'q'],
  [/^www\.google\.[a-z.]{2,6}\/url$/, 'url'],
  [/^lm?\.(facebook|instagram|messenger|workplace|threads)\.(com|net)\//, 'u'],
  [/^urldefense\.proofpoint\.com\/v1\/url$/, 'u'],
  [/^linkprotect\.cudasvc\.com\/url$/, 'a'],
  [/^clicktime\.symantec\.com\//, 'u'],
  [/^www\.linkedin\.com\/(redir|safety)\//, 'url'],
  [/^www\.youtube\.com\/redirect$/, 'q'],
  [/^slack-redir\.net\/link$/, 'url'],
  [/^out\.reddit\.com\//, 'url'],
  [/^duckduckgo\.com\/l\/$/, 'uddg'],
];

/** Paths of links that count who follows them, and the names that their senders' programs give the target. */
const tracker = /(^|[/._-])(track(ing|er)?|click(ed|s|track(ing)?)?|redir(ect)?|lnk|ls|ct|cl)([/._-]|$)/i;
const targets = ['url', 'u', 'to', 'target', 'dest', 'destination', 'redirect', 'redirect_url', 'link', 'r'];

/**
 * Returns the address to which a wrapped link leads, without the wrapper; any other address unchanged. Addresses whose
 * target only the wrapping site knows stay as they are.
 */
export function unwrappedLink(address: string) {
  let found = address;
  // A mail that was passed on may be wrapped more than once.
  for (let round = 0; round < 5; round += 1) {
    const inner = targetOf(found);
    if (!inner || !/^(https?|mailto):/i.test(inner)) return found;
    found = inner;
  }
  return found;
}

/** Unwraps the links that are written as text. */
export function withUnwrappedLinks(text: string) {
  return text.replace(/https?:\/\/[^\s<>"]+/gi, unwrappedLink);
}

function targetOf(address: string) {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const place = url.hostname + url.pathname;
  if (place === 'urldefense.proofpoint.com/v2/url') return proofpoint2(url.searchParams.get('u') ?? '');
  // Some links have the target as a part of their path. In Proofpoint's a * would stand for what follows it in base64.
  const carried =
    /^https:\/\/urldefense\.(?:com|us|proofpoint\.com)\/v3\/__(https?:[^*]+?)__;/.exec(address) ??
    /^https:\/\/[^/]+\.awstrack\.me\/L\d\/(https?:.+?)\//.exec(address) ??
    /^https:\/\/secure-web\.cisco\.com\/.+\/(https?.+)/.exec(address);
  if (carried) return plain(decoded(carried[1] ?? ''));
  const known = wrappers.find(([site, name]) => site.test(place) && url.searchParams.has(name));
  const target = known ? url.searchParams.get(known[1]) : tracker.test(url.pathname) && trackedTo(url);
  return target ? plain(target) : undefined;
}

/** Returns the target of a counting link: an absolute address of another site. */
function trackedTo(url: URL) {
  const found = targets.map((name) => parseUrl(url.searchParams.get(name) ?? '')).find(Boolean);
  return found && /^https?:$/.test(found.protocol) && found.hostname !== url.hostname
    ? found.href
    : undefined;
}

/** Returns the address as a browser writes it, without Facebook's mark of the person who pressed it. */
function plain(address: string) {
  const url = parseUrl(address);
  if (url?.searchParams.has('fbclid')) url.searchParams.delete('fbclid');
  return url?.href;
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Version 2 of Proofpoint's links has - for the % of an encoded character and _ for /. */
function proofpoint2(written: string) {
  return plain(decoded(written.replaceAll('-', '%').replaceAll('_', '/')));
}
