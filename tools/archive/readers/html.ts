import {
  type AnyNode,
  type ChildNode,
  DomHandler,
  Element,
  hasChildren,
  isComment,
  isTag,
  isText,
  type ParentNode,
  Text,
} from 'domhandler';
import { DomUtils, Parser, type ParserOptions, parseDocument } from 'htmlparser2';
import { htmlPolicy, isAllowedLink } from '#shared/html-policy.ts';
import { plainText } from '#shared/plain-text.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { ArchiveProblem } from '../format.ts';

/** The facts of the old site that the conversion of a text needs. */
export interface Conversion {
  /** Returns a URL of the old site's texts as an absolute http or https URL; undefined for any other scheme. */
  resolve(address: string): URL | undefined;
  isOwn(url: URL): boolean;
  /** Returns the path on this site for a URL of the old site; undefined if its content was not moved. */
  newPath(url: URL): string | undefined;
  /** Returns the URL of a picture in its full size; `url` itself if no larger picture is known. */
  fullSize(url: URL): URL;
  /** True for a text of WordPress's classic editor, which has line ends in place of `<p>` and `<br>`. */
  isClassic?: boolean;
  /** Notes a loss, by a sentence and the name of what it is about. */
  note(what: string, name?: string): void;
}

/**
 * Converts a text of another system to the HTML that this site allows (shared/html-policy.ts). Nothing is removed for
 * security here: the policy sanitises each text when it is read. Throws ArchiveProblem.
 */
export function convertHtml(html: string, conversion: Conversion) {
  const tree = treeOf(html);
  addParagraphs(tree, conversion.isClassic ?? false);
  const nodes = all(tree.children, conversion);
  return DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8', emptyAttrs: true });
}

/** Deepest nesting that is read. A deeper tree would overflow the stack, and no person nests so deeply. */
const deepest = 200;

class LimitedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>) {
    if (this.tagStack.length > deepest)
      throw new ArchiveProblem(`its markup is nested more than ${deepest} deep`);
    super.onopentag(name, attributes);
  }
}

/** Parses HTML, or the XML of an export, to a tree. Throws ArchiveProblem. */
export function treeOf(text: string, options: ParserOptions = {}) {
  const handler = new LimitedHandler(undefined, options);
  new Parser(handler, options).end(text);
  return handler.root;
}

const element = (name: string, attributes: Record<string, string> = {}, children: ChildNode[] = []) =>
  new Element(name, attributes, children);

/** True for an element with one of these names, separated by `|`. */
const isOf = (node: AnyNode | undefined, names: string) =>
  node !== undefined && isTag(node) && names.split('|').includes(node.name);

/** True for white space, except for a blank that somebody has typed to keep a line. */
const isBlank = (node: ChildNode) => isText(node) && /^[ \t\n]*$/.test(node.data);

/** Another name, nothing if it is '', or what the function returns. */
type Rule = string | ((node: Element, walk: Conversion) => ChildNode[]);
const each = (names: string, rule: Rule) => Object.fromEntries(names.split(' ').map((name) => [name, rule]));

const rules: Readonly<Record<string, Rule>> = {
  // Without words and without a counterpart here: readers do not miss them.
  ...each('template head title meta link base noscript source track style svg button', ''),
  ins: 'u',
  cite: 'em',
  kbd: 'code',
  tfoot: 'tbody',
  ...each('canvas script form input select textarea', lost),
  ...each('video audio embed iframe', player),
  p: paragraph,
  img: picture,
  a: link,
  figure,
  ...each('dt summary', ({ children }, walk) => [
    element('p', {}, [element('strong', {}, all(children, walk))]),
  ]),
};

/** Cards of Ghost's editor of which only a part is content, by the class that ends in `-card`. */
const cards: Readonly<Record<string, Rule>> = {
  ...each('bookmark file', linkCard),
  ...each('audio video', (card, walk) => {
    const found = DomUtils.getElementsByTagName((name) => /^(audio|video)$/.test(name), card);
    return [...found.map((node) => element('p', {}, player(node, walk))), ...captionsOf(card, walk)];
  }),
  signup: lost,
};

function all(nodes: readonly ChildNode[], walk: Conversion) {
  return nodes.flatMap((node) => (isText(node) ? new Text(node.data) : one(node, walk)));
}

const policyTags = new Set<string>(htmlPolicy.tags);

function one(node: ChildNode, walk: Conversion): ChildNode[] {
  if (isComment(node)) return block(node.data, walk);
  if (!isTag(node)) return [];
  const [, card = ''] = /(?:^|\s)kg-(\w+)-card(?:\s|$)/.exec(node.attribs.class ?? '') ?? [];
  const rule = cards[card] ?? rules[node.name] ?? node.name;
  if (typeof rule === 'function') return rule(node, walk);
  if (rule === '') return [];
  const [children, attributes] = [all(node.children, walk), attributesOf(node)];
  // An element that the policy does not allow is replaced by its children, and so is a box that does not align them.
  const isKept = policyTags.has(rule) && (rule !== 'div' || /align/.test(Object.values(attributes).join()));
  return isKept ? [element(rule, attributes, children)] : children;
}

/** Notes a block that consists of its mark alone. Other comments go without a note. */
function block(comment: string, walk: Conversion) {
  const [, name] = /^\s+wp:([\w/-]+)\s+(\{[\s\S]*\}\s*)?\/$/.exec(comment) ?? [];
  if (name)
    walk.note('has blocks that posts share or WordPress renders on request, which were left out', name);
  return [];
}

/** An empty paragraph is left out. An address alone becomes a player if it is that of a video, and a link otherwise. */
function paragraph(node: Element, walk: Conversion) {
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

function playerFrame(src: string, title?: string) {
  const shown = { frameborder: '0', allowfullscreen: 'true' };
  return element('iframe', { class: 'ql-video', src, ...(title && { title }), ...shown });
}

const linkTo = (href: string) => element('a', { href }, [new Text(href)]);
function lost({ name }: Element, { note }: Conversion) {
  note('has what is not shown here, and was left out', name);
  return [];
}

function picture(node: Element, { resolve, fullSize, note }: Conversion) {
  const { src = '' } = node.attribs;
  if (htmlPolicy.inlineImage.test(src)) return [element('img', attributesOf(node))];
  const url = src.trim() === '' ? undefined : resolve(src);
  if (!url) note('has a picture without a usable address, which was left out');
  if (!url) return [];
  return [element('img', { ...attributesOf(node), src: fullSize(url).href.replace(/#.*/, '') })];
}

function link(node: Element, walk: Conversion) {
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

/** Returns a player for a video, and a link for anything else that cannot be shown. */
function player(node: Element, { resolve, note }: Conversion) {
  const sources = [node, ...DomUtils.getElementsByTagName('source', node)];
  const [address = ''] = sources.flatMap(({ attribs }) => attribs.src ?? []);
  const video = videoEmbedAddress(address);
  if (video) return [playerFrame(video, node.attribs.title)];
  const url = address ? resolve(address) : undefined;
  note('has frames, videos or recordings that became links, or have no address', url?.hostname ?? node.name);
  return url ? [linkTo(url.href)] : [];
}

/** Of a gallery, which is a figure of figures, these remain, and its caption. One with nothing to show becomes text. */
function figure(node: Element, walk: Conversion) {
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
  return nodes.filter(isTag).flatMap((node) => {
    if (isOf(node, 'img|iframe|table|pre|blockquote|figure')) return [node];
    const within = shownIn(node.children);
    return node.name === 'a' && within.length > 0 ? [element('a', node.attribs, within)] : within;
  });
}

/** Converts a card to a link with the title of the card as its words, and the description after it. */
function linkCard(card: Element, walk: Conversion) {
  const said = (part: string) => DomUtils.textContent(DomUtils.getElementsByClassName(part, card)).trim();
  const { href = '' } = DomUtils.getElementsByTagName('a', card)[0]?.attribs ?? {};
  const title = said('kg-bookmark-title') || said('kg-file-card-title') || href;
  const about = said('kg-bookmark-description') || said('kg-file-card-caption');
  const shown = link(element('a', { href }, [new Text(title)]), walk);
  const words = about ? [...shown, element('br'), new Text(about)] : shown;
  return [element('p', {}, words), ...captionsOf(card, walk)];
}

const captionsOf = (card: Element, walk: Conversion) =>
  DomUtils.getElementsByTagName('figcaption', card).map((node) => element('p', {}, all(node.children, walk)));

/** Returns the attributes that the policy may allow, and the alignment of the text. */
function attributesOf({ name, attribs }: Element): Record<string, string> {
  const { attributes } = htmlPolicy;
  const allowed = [...(attributes['*'] ?? []), ...(attributes[name] ?? []), 'style'];
  const kept = Object.entries(attribs).filter(([each]) => each !== 'class' && allowed.includes(each));
  const [side] = /(?<=has-text-align-)(center|right)/.exec(attribs.class ?? '') ?? [];
  const isAligned = side && /^(p|h[1-6]|div|td|th|li)$/.test(name);
  return { ...Object.fromEntries(kept), ...(isAligned && { class: `ql-align-${side}` }) };
}

export function lineOf(html: string) {
  const words = DomUtils.textContent(parseDocument(html.replace(/<[^<>]*>/g, '')));
  return plainText(words).replace(/\s+/g, ' ');
}

/** Shortens a line that is too long, if possible between two words, and adds "…". */
export function cutLine(line: string, most: number) {
  if (line.length <= most) return line;
  const room = line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  const blank = room.lastIndexOf(' ');
  return `${(blank > most / 2 ? room.slice(0, blank) : room).trimEnd()}…`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** Returns a text of an export with plain line ends, and without characters that cannot be stored. */
export function cleanText(given: string) {
  return given.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed();
}

const among = (names: RegExp) => (node: ParentNode | ChildNode) => isTag(node) && names.test(node.name);
const isLine = among(/^(p|h[1-6]|dt|summary|figcaption|caption)$/);
const isItem = among(/^(li|td|th)$/);
const isRaw = among(/^(pre|script|style|textarea)$/);
const isList = among(/^([uod]l|table|t(head|body|foot|r)|figure|hr)$/);
const isBox = among(
  /^(div|blockquote|section|article|aside|header|footer|nav|main|address|center|details|dd|fieldset|form)$/,
);
const isMedia = among(/^(img|iframe|embed|video|audio|object)$/);
const isBlock = (node: ParentNode | ChildNode) =>
  [isLine, isItem, isRaw, isList, isBox].some((is) => is(node));

/**
 * Puts words between the blocks of a tree into paragraphs, which end at empty lines. In a text of WordPress's classic
 * editor, single line ends become `<br>`. Returns true if `parent` is a block or contains one.
 */
function addParagraphs(parent: ParentNode, isClassic: boolean) {
  const blocks = new Set<ChildNode>();
  if (isRaw(parent)) return true;
  for (const child of parent.children)
    if ((hasChildren(child) && addParagraphs(child, isClassic)) || isBlock(child)) blocks.add(child);
  const isWords = isTag(parent) && !isBlock(parent) && blocks.size === 0;
  if (isList(parent) || (!isClassic && (isWords || isLine(parent) || isItem(parent)))) return !isWords;
  if (isWords) {
    parent.children = parent.children.flatMap(withBreaks);
    return false;
  }
  const parts = partsOf(parent.children, blocks);
  const broken = isClassic ? parts.map((part) => part.flatMap(withBreaks)) : parts;
  // Words with something to see, and not tags alone.
  const shown = new Set(
    broken.filter(
      (part) =>
        !part.some((node) => blocks.has(node)) &&
        (/[^ \t\n]/.test(DomUtils.textContent(part)) || DomUtils.existsOne(isMedia, part)),
    ),
  );
  const isOneLine = isLine(parent) && blocks.size === 0;
  const isBare = isOneLine || (isItem(parent) && shown.size < 2);
  parent.children = broken.flatMap((part, at) => {
    if (isOneLine && at > 0) return [new Element('br', {}), ...part];
    return isBare || !shown.has(part) ? part : [new Element('p', {}, part)];
  });
  return true;
}

/** Splits nodes at empty lines, and before and after blocks and comments. */
function partsOf(nodes: readonly ChildNode[], blocks: ReadonlySet<ChildNode>) {
  const parts: ChildNode[][] = [[]];
  for (const node of nodes) {
    if (isText(node)) {
      const [first = '', ...more] = node.data.split(/\n[ \t]*\n\s*/);
      parts.at(-1)?.push(new Text(first));
      for (const each of more) parts.push([new Text(each)]);
    } else if (!isTag(node) || blocks.has(node)) parts.push([node], []);
    else parts.at(-1)?.push(node);
  }
  for (const part of parts) {
    const [first, last] = [part[0], part.at(-1)];
    if (first && isText(first)) first.data = first.data.replace(/^[ \t\n]+/, '');
    if (last && isText(last)) last.data = last.data.replace(/[ \t\n]+$/, '');
  }
  return parts.filter((part) => part.some((node) => !isText(node) || node.data !== ''));
}

/** Returns words with `<br>` in place of their line ends. */
function withBreaks(node: ChildNode): ChildNode[] {
  if (!isText(node)) return [node];
  const lines = node.data.split(/[ \t]*\n/).map((line) => new Text(line));
  return lines.flatMap((line, at) => (at > 0 ? [new Element('br', {}), line] : [line]));
}
