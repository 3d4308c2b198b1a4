import { type AnyNode, type ChildNode, type Element, isComment, isTag, isText, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { htmlPolicy, isAllowedLink } from '#shared/html-policy.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { element, isBlank, isOf, parseHtml } from './markup.ts';
import { flow, isBlock, trimmed, withBreaks } from './paragraphs.ts';

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

export interface Converted {
  nodes: ChildNode[];
  /** Pictures to which the text refers, by the URLs in the text. */
  images: Set<string>;
}

interface Walk extends Conversion {
  images: Set<string>;
  /** Number of shared blocks around the current place. */
  shared: number;
}

/**
 * Converts a text of another system to the HTML that this site allows (shared/html-policy.ts), in one walk over its
 * tree. Nothing is removed for security here: the policy sanitises each text when it is read. Throws TooDeepError.
 */
export function convertHtml(html: string, conversion: Conversion) {
  const walk: Walk = { ...conversion, images: new Set(), shared: 0 };
  return { nodes: paragraphs(all(parseHtml(html), walk), walk), images: walk.images };
}

/** Result for an element: another name, nothing if the name is '', or what the function returns. */
type Rule = string | ((node: Element, walk: Walk) => ChildNode[]);
const each = (names: string, rule: Rule) => Object.fromEntries(names.split(' ').map((name) => [name, rule]));

const rules: Readonly<Record<string, Rule>> = {
  // Without words and without a counterpart here: readers do not miss them.
  ...each(
    'template head title meta link base noscript source track param area map wbr colgroup col style',
    '',
  ),
  ...{ ins: 'u', cite: 'em', var: 'em', dfn: 'em', kbd: 'code', samp: 'code', tt: 'code', tfoot: 'tbody' },
  ...each('svg canvas script form input select textarea button output progress meter', lost),
  p: (node, walk) => paragraph('p', attributesOf(node), inside(node, walk), walk),
  ...each('div section article main aside header footer nav address hgroup search fieldset', (node, walk) =>
    paragraph('div', attributesOf(node), inside(node, walk), walk),
  ),
  ...each('dt summary legend', (node, walk) => [
    element('p', {}, [element('strong', {}, inside(node, walk))]),
  ]),
  dd: (node, walk) => paragraphs(inside(node, walk), walk),
  ...each('video audio embed object', player),
  ...{ img: picture, a: link, iframe: frame, figure },
  // The policy has no captions of tables.
  caption: (node, walk) => [element('tr', {}, [element('td', {}, inside(node, walk))])],
  center: (node, walk) => [element('div', { style: 'text-align: center' }, inside(node, walk))],
  font: (node, walk) => [element('span', { style: `color: ${node.attribs.color}` }, inside(node, walk))],
  q: (node, walk) => [new Text('“'), ...inside(node, walk), new Text('”')],
};

/** Cards of Ghost's editor of which only a part is content, by the class that ends in `-card`. */
const cards: Readonly<Record<string, Rule>> = {
  ...each('bookmark file', linkCard),
  ...each('audio video', (card, walk) => [
    ...elementsIn(card, 'audio|video').flatMap((node) => player(node, walk)),
    ...elementsIn(card, 'figcaption').flatMap((node) => paragraphs(inside(node, walk), walk)),
  ]),
  signup: lost,
};

function all(nodes: readonly ChildNode[], walk: Walk) {
  const result: ChildNode[] = [];
  for (const node of nodes.flatMap((each) => (isText(each) ? new Text(each.data) : one(each, walk)))) {
    const last = result.at(-1);
    if (last && isText(last) && isText(node)) last.data += node.data;
    else result.push(node);
  }
  return result;
}

const policyTags = new Set<string>(htmlPolicy.tags);

function one(node: ChildNode, walk: Walk) {
  if (isComment(node)) return block(node.data, walk);
  if (!isTag(node)) return [];
  const [, card = ''] = /(?:^|\s)kg-(\w+)-card(?:\s|$)/.exec(node.attribs.class ?? '') ?? [];
  const rule = cards[card] ?? rules[node.name] ?? node.name;
  if (typeof rule === 'function') return rule(node, walk);
  const children = inside(node, walk);
  // An element that the policy does not allow is replaced by its children.
  if (rule !== '' && !policyTags.has(rule)) return children;
  return rule === '' || (rule === 'span' && children.length === 0)
    ? []
    : [element(rule, attributesOf(node), children)];
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
  if (text !== undefined) return all(parseHtml(text), { ...walk, shared: walk.shared + 1 });
  walk.note('has blocks that WordPress renders on request, which were left out', name);
  return [];
}

const lines = 'p|h1|h2|h3|h4|h5|h6|dt|summary|legend|figcaption|caption';
/** Elements in which words stand in others only. */
const lists = 'ul|ol|dl|table|thead|tbody|tfoot|tr|figure|pre|script';
const boxes = 'div|blockquote|li|dd|td|th|section|article|aside|header|footer|nav|main|center|figure';

/** Returns the converted children of an element. In a classic text, line ends become paragraphs and breaks. */
function inside(node: Element, walk: Walk) {
  const children = all(node.children, walk);
  if (!walk.isClassic || isOf(node, lists)) return children;
  if (isOf(node, lines)) return withBreaks(trimmed(children));
  return isOf(node, boxes) || children.some(isBlock)
    ? withBreaks(paragraphs(children, walk, node.name === 'blockquote'))
    : children;
}

function paragraphs(nodes: readonly ChildNode[], walk: Walk, always = true) {
  const made = (words: ChildNode[]) => paragraph('p', {}, walk.isClassic ? withBreaks(words) : words, walk);
  return flow(nodes, made, always);
}

/**
 * Returns a block of text. Blocks in it stand for themselves, an empty one is left out, and an address alone becomes a
 * player if it is that of a video, and a link otherwise.
 */
function paragraph(name: string, attributes: Record<string, string>, children: ChildNode[], walk: Walk) {
  const [only, more] = children.filter((child) => !isBlank(child));
  if (!only) return [];
  if (isOf(only, 'iframe|figure') && !more) return [only];
  if (name === 'div' && children.some(isBlock) && Object.keys(attributes).length === 0)
    return paragraphs(children, walk);
  const address = isText(only) && !more ? only.data.trim() : '';
  if (!/^https?:\/\/\S+$/i.test(address)) return [element(name, attributes, children)];
  const video = videoEmbedAddress(address);
  const url = walk.resolve(address);
  if (video) return [playerFrame(video)];
  return [element('p', {}, url ? [linkTo(walk.newPath(url) ?? url.href)] : children)];
}

function playerFrame(src: string, title?: string) {
  const given: Record<string, string> = title ? { title } : {};
  return element('iframe', { class: 'ql-video', src, ...given, frameborder: '0', allowfullscreen: 'true' });
}

function linkTo(href: string) {
  return element('a', { href }, [new Text(href)]);
}

const called: Readonly<Record<string, string>> = {
  ...{ script: 'a script', svg: 'a drawing', canvas: 'a drawing' },
  ...{
    iframe: 'a frame',
    video: 'a video',
    audio: 'a recording',
    embed: 'something embedded',
    object: 'something embedded',
  },
};

/** Leaves an element out. The signs and controls of Ghost's own cards go without a note. */
function lost(node: Element, walk: Walk) {
  const classes = [node, node.parent].map((each) => (each as Element | null)?.attribs?.class);
  const isControl = isOf(node, 'button|input|svg') && /\bkg-/.test(classes.join(' '));
  if (!isControl) walk.note(`has ${called[node.name] ?? 'a form'}, which was left out`);
  return [];
}

function picture(node: Element, { resolve, fullSize, images, note }: Walk) {
  const { src = '', 'data-src': late, 'data-lazy-src': lazy, 'data-orig-file': original } = node.attribs;
  // Pages that load pictures late have the address in another attribute.
  const address = (/^\s*(data:|$)/.test(src) && (late ?? lazy ?? original)) || src.trim();
  const isInline = htmlPolicy.inlineImage.test(address);
  const url = isInline || address === '' ? undefined : resolve(address);
  const full = url && fullSize(url);
  if (full) full.hash = '';
  if (!isInline && (!full || full.href.length > 4096)) {
    note('has a picture without a usable address, which was left out');
    return [];
  }
  if (full) images.add(full.href);
  return [element('img', { ...attributesOf(node), src: full?.href ?? address })];
}

function link(node: Element, walk: Walk) {
  const { href, ...attributes } = attributesOf(node);
  const children = all(node.children, walk);
  if (href === undefined) return children;
  const url = href.trim().startsWith('#') ? undefined : walk.resolve(href);
  const [only, more] = children.filter((child) => !isBlank(child));
  // A picture is shown as large as there is room, so it needs no link to itself.
  if (isOf(only, 'img') && !more && /\.(jpe?g|png|gif|webp|avif|svg)$/i.test(url?.pathname ?? ''))
    return children;
  const moved = url && walk.newPath(url);
  const to = moved ? moved + url.hash : (url?.href ?? href);
  if (!isAllowedLink(to)) {
    walk.note('has links of a scheme that is not allowed, of which the words stay', to.slice(0, 40));
    return children;
  }
  if (url && !moved && walk.isOwn(url))
    walk.note('links to what is on the old site and not in this import', url.pathname);
  return [element('a', { href: to, ...attributes }, children)];
}

function frame(node: Element, walk: Walk) {
  const { src = '', 'data-src': late = '' } = node.attribs;
  return playerAt(/^(about:|$)/.test(src) ? late : src, node, walk);
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
  if (!url) {
    note(`has ${called[node.name]} without an address, which was left out`);
    return [];
  }
  note(`has ${called[node.name]}, which became a link`, url.hostname);
  const isInWords = isTag(node.parent as AnyNode) && !isOf(node.parent, boxes);
  return isInWords ? [linkTo(url.href)] : [element('p', {}, [linkTo(url.href)])];
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
  const said = captions.flatMap((child) => paragraphs((child as Element).children, walk));
  return [...(shown.length > 0 ? figures : rest), ...said];
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
    ...elementsIn(card, 'figcaption').flatMap((node) => paragraphs(inside(node, walk), walk)),
  ];
}

function elementsIn(node: Element, names: string) {
  return DomUtils.find((each) => isOf(each, names), [node], true, Number.POSITIVE_INFINITY) as Element[];
}

/** Returns the attributes that the policy may allow, and the alignment of the text. */
function attributesOf({ name, attribs }: Element) {
  const { class: classes = '', align = '', style = '' } = attribs;
  const [side] =
    /^(center|right|justify)$/i.exec(align) ?? /(?<=has-text-align-)(center|right)/.exec(classes) ?? [];
  const aligned = side && /^(p|h[1-6]|div|td|th|li)$/.test(name) ? [`ql-align-${side.toLowerCase()}`] : [];
  const { attributes } = htmlPolicy;
  const given: [string, string | undefined][] = [...(attributes['*'] ?? []), ...(attributes[name] ?? [])].map(
    (each) => [each, attribs[each]],
  );
  const kept = classes.split(/\s+/).filter((each) => htmlPolicy.classes.test(each));
  const styles = style.match(/(?<![^;\s])(color|background-color|text-align)\s*:[^;]*/gi);
  given.push(['class', [...kept, ...aligned].join(' ') || undefined], ['style', styles?.join('; ')]);
  return Object.fromEntries(given.flatMap(([each, value]) => (value === undefined ? [] : [[each, value]])));
}
