import {
  type AnyNode,
  type ChildNode,
  DomHandler,
  Element,
  isComment,
  isTag,
  isText,
  Text,
} from 'domhandler';
import { DomUtils, Parser, parseDocument } from 'htmlparser2';
import { htmlPolicy, isAllowedLink } from '#shared/html-policy.ts';
import { plainText } from '#shared/plain-text.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { withParagraphs } from './paragraphs.ts';

/** Properties of the old site that the conversion of a text needs. */
export interface Conversion {
  /** Returns a URL of the old site's texts as an absolute http or https URL; undefined for any other scheme. */
  resolve(address: string): URL | undefined;
  isOwn(url: URL): boolean;
  /** Returns the path on this site for a URL of the old site; undefined if its content was not moved. */
  newPath(url: URL): string | undefined;
  /** Returns the URL of a picture in its full size; `url` itself if no larger picture is known. */
  fullSize(url: URL): URL;
  /** Returns the text of a block that posts of WordPress share. */
  sharedBlock?(id: string): string | undefined;
  /** True for a text of WordPress's classic editor, which has line ends in place of `<p>` and `<br>`. */
  isClassic?: boolean;
  /** Notes a loss, by a sentence and the name of what it is about. */
  note(what: string, name?: string): void;
}

interface Walk extends Conversion {
  images: Set<string>;
  /** Number of shared blocks around the current place. */
  shared: number;
}

/**
 * Converts a text of another system to the HTML that this site allows (shared/html-policy.ts), in one walk over its
 * tree. Nothing is removed for security here: the policy sanitises each text when it is read. Returns the pictures of
 * the text too. Throws TooDeepError.
 */
export function convertHtml(html: string, conversion: Conversion) {
  const walk: Walk = { ...conversion, images: new Set(), shared: 0 };
  const nodes = parsed(html, walk);
  return {
    html: DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8', emptyAttrs: true }),
    images: walk.images,
  };
}

/**
 * Deepest nesting of a text that is read. A deeper tree would take minutes to search and overflow the stack, and no
 * text by a person is nested so deeply.
 */
const deepest = 200;

export class TooDeepError extends Error {}

class LimitedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > deepest)
      throw new TooDeepError(`its markup is nested more than ${deepest} deep`);
    super.onopentag(name, attributes);
  }
}

function parsed(html: string, walk: Walk) {
  const handler = new LimitedHandler();
  new Parser(handler).end(withParagraphs(html, walk.isClassic));
  return all(handler.dom, walk);
}

function element(name: string, attributes: Record<string, string> = {}, children: ChildNode[] = []) {
  return new Element(name, attributes, children);
}

/** True for an element with one of these names, separated by `|`. */
function isOf(node: AnyNode | null | undefined, names: string) {
  return node != null && isTag(node) && names.split('|').includes(node.name);
}

/** True for white space, except for a blank that somebody has typed to keep a line. */
const isBlank = (node: ChildNode) => isText(node) && /^[ \t\n]*$/.test(node.data);

/** Result for an element: another name, nothing if the name is '', or what the function returns. */
type Rule = string | ((node: Element, walk: Walk) => ChildNode[]);
const each = (names: string, rule: Rule) => Object.fromEntries(names.split(' ').map((name) => [name, rule]));

const rules: Readonly<Record<string, Rule>> = {
  // Without words and without a counterpart here: readers do not miss them.
  ...each('template head title meta link base noscript source track style', ''),
  ...{ ins: 'u', cite: 'em', kbd: 'code', tfoot: 'tbody' },
  ...each('svg canvas script form input select textarea button', lost),
  ...each('video audio embed object', player),
  ...{ p: paragraph, div: box, img: picture, a: link, iframe: frame, figure },
  ...each('dt summary', (node, walk) => [
    element('p', {}, [element('strong', {}, all(node.children, walk))]),
  ]),
  center: (node, walk) => [element('div', { class: 'ql-align-center' }, all(node.children, walk))],
  font: (node, walk) => [
    element('span', { style: `color: ${node.attribs.color}` }, all(node.children, walk)),
  ],
};

/** Cards of Ghost's editor of which only a part is content, by the class that ends in `-card`. */
const cards: Readonly<Record<string, Rule>> = {
  ...each('bookmark file', linkCard),
  ...each('audio video', (card, walk) => [
    ...elementsIn(card, 'audio|video').map((node) => element('p', {}, player(node, walk))),
    ...captionsOf(card, walk),
  ]),
  signup: lost,
};

function all(nodes: readonly ChildNode[], walk: Walk): ChildNode[] {
  return nodes.flatMap((node) => (isText(node) ? new Text(node.data) : one(node, walk)));
}

const policyTags = new Set<string>(htmlPolicy.tags);

function one(node: ChildNode, walk: Walk): ChildNode[] {
  if (isComment(node)) return block(node.data, walk);
  if (!isTag(node)) return [];
  const [, card = ''] = /(?:^|\s)kg-(\w+)-card(?:\s|$)/.exec(node.attribs.class ?? '') ?? [];
  const rule = cards[card] ?? rules[node.name] ?? node.name;
  if (typeof rule === 'function') return rule(node, walk);
  if (rule === '') return [];
  const children = all(node.children, walk);
  // An element that the policy does not allow is replaced by its children.
  return policyTags.has(rule) ? [element(rule, attributesOf(node), children)] : children;
}

/**
 * Converts the mark of a block that consists of it alone. Other comments, such as those at the begin and at the end of
 * a block, go without a note.
 */
function block(comment: string, walk: Walk) {
  const [, name, attributes = ''] = /^\s+wp:([\w/-]+)\s+(\{[\s\S]*\}\s*)?\/$/.exec(comment) ?? [];
  if (!name) return [];
  const [, id = ''] = /"ref"\s*:\s*"?(\d+)/.exec(attributes) ?? [];
  const text = name === 'block' && walk.shared < 5 ? walk.sharedBlock?.(id) : undefined;
  if (text !== undefined) return parsed(text, { ...walk, shared: walk.shared + 1 });
  walk.note('has blocks that WordPress renders on request, which were left out', name);
  return [];
}

/** An empty paragraph is left out. An address alone becomes a player if it is that of a video, and a link otherwise. */
function paragraph(node: Element, walk: Walk) {
  const children = all(node.children, walk);
  const [only, more] = children.filter((child) => !isBlank(child));
  if (!only) return [];
  if (isOf(only, 'iframe|figure|p') && !more) return [only];
  const address = isText(only) && !more ? only.data.trim() : '';
  const url = /^https?:\/\/\S+$/i.test(address) ? walk.resolve(address) : undefined;
  if (!url) return [element('p', attributesOf(node), children)];
  const video = videoEmbedAddress(address);
  return [video ? playerFrame(video) : element('p', {}, [linkTo(walk.newPath(url) ?? url.href)])];
}

/** A box stays if it aligns its text. */
function box(node: Element, walk: Walk) {
  const attributes = attributesOf(node);
  const children = all(node.children, walk);
  return /align/.test(Object.values(attributes).join()) ? [element('div', attributes, children)] : children;
}

function playerFrame(src: string, title?: string) {
  const given: Record<string, string> = title ? { title } : {};
  return element('iframe', { class: 'ql-video', src, ...given, frameborder: '0', allowfullscreen: 'true' });
}

function linkTo(href: string) {
  return element('a', { href }, [new Text(href)]);
}

/** Leaves an element out. The signs and controls of Ghost's own cards go without a note. */
function lost(node: Element, walk: Walk) {
  const classes = [node, node.parent].map((each) => (each as Element | null)?.attribs?.class);
  const isControl = isOf(node, 'button|input|svg') && /\bkg-/.test(classes.join(' '));
  if (!isControl) walk.note('has what is not shown here, and was left out', node.name);
  return [];
}

function picture(node: Element, { resolve, fullSize, images, note }: Walk) {
  const { src = '' } = node.attribs;
  const isInline = htmlPolicy.inlineImage.test(src);
  const url = isInline || src.trim() === '' ? undefined : resolve(src);
  const full = url && fullSize(url);
  if (full) full.hash = '';
  if (!isInline && (!full || full.href.length > 4096)) {
    note('has a picture without a usable address, which was left out');
    return [];
  }
  if (full) images.add(full.href);
  return [element('img', { ...attributesOf(node), src: full?.href ?? src })];
}

function link(node: Element, walk: Walk) {
  const { href, ...attributes } = attributesOf(node);
  const children = all(node.children, walk);
  const url = href === undefined || href.trim().startsWith('#') ? undefined : walk.resolve(href);
  const [only, more] = children.filter((child) => !isBlank(child));
  // A picture is shown as large as there is room, so it needs no link to itself.
  if (isOf(only, 'img') && !more && /\.(jpe?g|png|gif|webp|avif|svg)$/i.test(url?.pathname ?? ''))
    return children;
  const moved = url && walk.newPath(url);
  const to = moved ? moved + url.hash : (url?.href ?? href);
  if (to === undefined || !isAllowedLink(to)) return children;
  if (url && !moved && walk.isOwn(url))
    walk.note('links to what is on the old site and not in this import', url.pathname);
  return [element('a', { href: to, ...attributes }, children)];
}

function frame(node: Element, walk: Walk) {
  return playerAt(node.attribs.src ?? '', node, walk);
}

function player(node: Element, walk: Walk) {
  const [address = ''] = [node, ...elementsIn(node, 'source|embed')].flatMap(
    ({ attribs }) => attribs.src ?? attribs.data ?? [],
  );
  return playerAt(address, node, walk);
}

/** Returns a player for a video, and a link for anything else that cannot be shown. */
function playerAt(address: string, node: Element, { resolve, note }: Walk) {
  const video = videoEmbedAddress(address);
  if (video) return [playerFrame(video, node.attribs.title)];
  const url = address ? resolve(address) : undefined;
  note('has frames, videos or recordings that became links, or have no address', url?.hostname ?? node.name);
  return url ? [linkTo(url.href)] : [];
}

/**
 * Converts a figure. Of a gallery, which themes build as a figure of figures in lists and boxes, the figures remain,
 * followed by its caption. A figure without anything to show becomes text.
 */
function figure(node: Element, walk: Walk) {
  const children = all(node.children, walk);
  const rest = children.filter((child) => !isOf(child, 'figcaption'));
  const captions = children.filter((child) => !rest.includes(child) && DomUtils.textContent(child).trim());
  const shown = shownIn(rest);
  if (shown.length === 1 && !isOf(shown[0], 'figure'))
    return [element('figure', attributesOf(node), [...shown, ...captions])];
  const figures = shown.map((each) => (isOf(each, 'figure') ? each : element('figure', {}, [each])));
  const said = captions.map((child) => element('p', {}, (child as Element).children));
  // Words in a box of the figure, such as the address of an embedded post, are paragraphs already.
  const words = rest.some((child) => isOf(child, 'p')) ? rest : [element('p', {}, rest)];
  return [...(shown.length > 0 ? figures : words), ...said];
}

function shownIn(nodes: readonly ChildNode[]): Element[] {
  return nodes.flatMap((node) => {
    if (!isTag(node) || isOf(node, 'img|iframe|table|pre|blockquote|figure'))
      return isTag(node) ? [node] : [];
    const within = shownIn(node.children);
    // A picture may have a link.
    return node.name === 'a' && within.length > 0 ? [element('a', node.attribs, within)] : within;
  });
}

/** Converts a card to a link with the title of the card as its words, and the description after it. */
function linkCard(card: Element, walk: Walk) {
  const said = (part: string) => DomUtils.textContent(DomUtils.getElementsByClassName(part, card)).trim();
  const [href = ''] = elementsIn(card, 'a').map(({ attribs }) => attribs.href);
  const title = said('kg-bookmark-title') || said('kg-file-card-title') || href;
  const about = said('kg-bookmark-description') || said('kg-file-card-caption');
  const words = about ? [element('br'), new Text(about)] : [];
  return [
    element('p', {}, [...link(element('a', { href }, [new Text(title)]), walk), ...words]),
    ...captionsOf(card, walk),
  ];
}

function captionsOf(card: Element, walk: Walk) {
  return elementsIn(card, 'figcaption').map((node) => element('p', {}, all(node.children, walk)));
}

function elementsIn(node: Element, names: string) {
  return DomUtils.find((each) => isOf(each, names), [node], true, Number.POSITIVE_INFINITY) as Element[];
}

/** Returns the attributes that the policy may allow, and the alignment of the text. */
function attributesOf({ name, attribs }: Element) {
  const { attributes } = htmlPolicy;
  const allowed = [...(attributes['*'] ?? []), ...(attributes[name] ?? []), 'class', 'style'];
  const kept = Object.fromEntries(Object.entries(attribs).filter(([each]) => allowed.includes(each)));
  const { class: classes = '', align = '' } = attribs;
  const [side] =
    /^(center|right|justify)$/i.exec(align) ?? /(?<=has-text-align-)(center|right)/.exec(classes) ?? [];
  const aligned = side && /^(p|h[1-6]|div|td|th|li)$/.test(name) ? `ql-align-${side.toLowerCase()}` : '';
  kept.class = `${classes.match(/(?<!\S)ql-\S+/g)?.join(' ') ?? ''} ${aligned}`.trim();
  if (!kept.class) delete kept.class;
  return kept;
}

/** Returns the words of a piece of markup. */
function wordsOf(html: string) {
  return DomUtils.textContent(parseDocument(html.replace(/<[^<>]*>/g, '')));
}

/** Returns the words of a piece of markup on one line. */
export function lineOf(html: string) {
  return plainText(wordsOf(html)).replace(/\s+/g, ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** Returns a text of an export with plain line ends, and without characters that cannot be stored. */
export function cleanText(given: string) {
  return given.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed();
}

/**
 * Shortens a line that is too long, and adds "…". The cut is between two words, unless more than half would be lost.
 */
export function cutLine(line: string, most: number) {
  if (line.length <= most) return line;
  const room = line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const blank = room.lastIndexOf(' ');
  return `${(blank > most / 2 ? room.slice(0, blank) : room).trimEnd()}…`;
}
