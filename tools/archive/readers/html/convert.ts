import { htmlPolicy, isAllowedImage, isAllowedLink } from '#shared/html-policy.ts';
import type { Noter } from '../notes.ts';
import type { OldSite } from '../old-site.ts';
import { keptAttributes } from './attributes.ts';
import { linkTo, playerFrame } from './embeds.ts';
import { figureOf } from './figures.ts';
import { looseInParagraphs } from './paragraphs.ts';
import { playerOf } from './players.ts';
import { type ElementNode, element, isElement, isOf, type Node, textOf } from './tree.ts';

export interface Conversion {
  site: OldSite;
  note: Noter;
  /** Returns the URL of a picture in its full size; `url` itself if no larger picture is known. */
  fullSize?(image: ElementNode, url: URL): URL;
}

export interface Converted {
  nodes: Node[];
  /** Pictures to which the text refers, by the URLs in the text. */
  images: Set<string>;
}

/**
 * Converts a text of another system to the HTML that this site allows (shared/html-policy.ts). A tag that the policy
 * does not allow becomes the most similar allowed tag, and losses are noted. Nothing is removed for security here:
 * the policy sanitises each text when it is read.
 */
export function convertHtml(nodes: readonly Node[], conversion: Conversion): Converted {
  const images = new Set<string>();
  const pass = new Pass(conversion, images);
  return { nodes: looseInParagraphs(pass.all(nodes)), images };
}

const policyTags: ReadonlySet<string> = new Set(htmlPolicy.tags);
/**
 * Elements that contain no words and have no counterpart here. They are removed without a note, since readers do not
 * miss them.
 */
const silent = new Set(
  'template head title meta link base noscript source track param area map wbr colgroup col style'.split(' '),
);
const boxes = new Set(
  'section article main aside header footer nav address hgroup search fieldset'.split(' '),
);
const renamed: Record<string, string> = {
  ins: 'u',
  cite: 'em',
  var: 'em',
  dfn: 'em',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  tfoot: 'tbody',
};
/** Maximum number of characters in a URL of an archive. */
const longestAddress = 4096;
const playerNames: Readonly<Record<string, string>> = { video: 'a video', audio: 'a recording' };
/** Elements in which a paragraph is allowed. */
const holdsBlocks = /^(blockquote|li|ul|ol|td|th|tr|tbody|thead|figcaption|details)$/;
const controls = new Set('form input select textarea button datalist output progress meter'.split(' '));

class Pass {
  private readonly conversion: Conversion;
  private readonly images: Set<string>;
  /** Number of open elements in which only words are allowed and no paragraphs. */
  private inWords = 0;

  constructor(conversion: Conversion, images: Set<string>) {
    this.conversion = conversion;
    this.images = images;
  }

  all(nodes: readonly Node[]): Node[] {
    return nodes.flatMap((node) => ('text' in node ? [node] : this.one(node)));
  }

  private words(nodes: readonly Node[]): Node[] {
    this.inWords += 1;
    const converted = this.all(nodes);
    this.inWords -= 1;
    return converted;
  }

  private one(node: ElementNode): Node[] {
    const { name } = node;
    const { note } = this.conversion;
    if (silent.has(name)) return [];
    if (name === 'script') return noted(note, 'has a script, which was left out');
    if (name === 'svg' || name === 'canvas')
      return noted(note, `has a drawing (${name}), which was left out`);
    if (controls.has(name)) return noted(note, 'has a form, which was left out');
    if (boxes.has(name)) return [element('div', keptAttributes(node), this.all(node.children))];
    switch (name) {
      case 'img':
        return this.image(node);
      case 'a':
        return this.link(node);
      case 'iframe':
        return this.frame(node);
      case 'video':
      case 'audio':
      case 'embed':
      case 'object':
        return this.player(node);
      case 'figure':
        return figureOf({ ...node, attributes: keptAttributes(node) }, this.all(node.children));
      case 'table':
        return this.table(node);
      case 'center':
        return [element('div', { style: 'text-align: center' }, this.all(node.children))];
      case 'font':
        return this.font(node);
      case 'q':
        return [{ text: '“' }, ...this.all(node.children), { text: '”' }];
      case 'dt':
      case 'summary':
      case 'legend':
        return [element('p', {}, [element('strong', {}, this.words(node.children))])];
      case 'dd':
        return node.children.some((child) => isOf(child, 'p', 'ul', 'ol', 'pre', 'blockquote'))
          ? this.all(node.children)
          : [element('p', {}, this.words(node.children))];
      case 'p':
      case 'div':
        return this.block(node);
    }
    const kept = renamed[name] ?? name;
    const children = holdsBlocks.test(kept) ? this.all(node.children) : this.words(node.children);
    if (name === 'span' && children.length === 0) return [];
    // An element that the policy does not allow is replaced by its children.
    return policyTags.has(kept) ? [element(kept, keptAttributes(node), children)] : children;
  }

  /**
   * Converts a block. A block whose only content is a URL becomes a video player, or a link if the URL is no known
   * video.
   */
  private block(node: ElementNode): Node[] {
    const children = node.name === 'p' ? this.words(node.children) : this.all(node.children);
    const told = children.filter((child) => isElement(child) || child.text.trim() !== '');
    const [only] = told;
    if (!only) return /\u00a0/.test(textOf(children)) ? [element(node.name, {}, children)] : [];
    if (told.length === 1) {
      if (isOf(only, 'iframe', 'figure')) return [only];
      const address = isElement(only) ? '' : only.text.trim();
      if (/^https?:\/\/\S+$/i.test(address)) return this.embedded(address);
    }
    return [element(node.name, keptAttributes(node), children)];
  }

  private embedded(address: string): Node[] {
    const player = playerOf(address);
    if (player) return [playerFrame(player)];
    const url = this.conversion.site.resolve(address);
    return [
      element('p', {}, url ? [linkTo(this.conversion.site.newPath(url) ?? url.href)] : [{ text: address }]),
    ];
  }

  private image(node: ElementNode): Node[] {
    const { site, note, fullSize } = this.conversion;
    const address = addressOfImage(node);
    if (address.startsWith('data:')) {
      if (isAllowedImage(address)) return [imageNode(node, address)];
      return noted(note, 'has a picture in its text of an unsupported type (such as SVG): left out');
    }
    const url = address === '' ? undefined : site.resolve(address);
    const full = url && (fullSize?.(node, url) ?? url);
    if (!full || full.href.length > longestAddress)
      return noted(note, 'has a picture without a usable address: left out');
    full.hash = '';
    this.images.add(full.href);
    return [imageNode(node, full.href)];
  }

  private link(node: ElementNode): Node[] {
    const { site, note } = this.conversion;
    const { href, ...attributes } = keptAttributes(node);
    const children = this.all(node.children);
    if (href === undefined) return children;
    const url = site.resolve(href);
    if (url && leadsToItsPicture(url, children)) return children;
    const fragment = href.trim().startsWith('#');
    const moved = url && !fragment ? site.newPath(url) : undefined;
    let leadsTo = href;
    if (moved && url) leadsTo = moved + url.hash;
    else if (url && !fragment && !/^https?:/i.test(href.trim())) leadsTo = url.href;
    if (!isAllowedLink(leadsTo)) {
      note(`has a link to ${leadsTo.slice(0, 40)}, of a scheme that is not allowed: its words stay`);
      return children;
    }
    if (url && !moved && !fragment && site.isOwn(url))
      note(`links to ${site.resolve(leadsTo)?.pathname}, which is on the old site and not in this import`);
    return [element('a', { href: leadsTo, ...attributes }, children)];
  }

  private frame(node: ElementNode): Node[] {
    const { src = '', 'data-src': late = '', title } = node.attributes;
    const address = src === '' || src.startsWith('about:') ? late : src;
    const player = playerOf(address);
    if (player) return [playerFrame(player, title)];
    return this.instead(address, 'a frame');
  }

  private player(node: ElementNode): Node[] {
    const sources = node.children.filter((child) => isOf(child, 'source', 'embed', 'param'));
    const address =
      [node, ...sources].flatMap((each) =>
        isElement(each) ? (each.attributes.src ?? each.attributes.data ?? []) : [],
      )[0] ?? '';
    const player = playerOf(address);
    if (player) return [playerFrame(player)];
    return this.instead(address, playerNames[node.name] ?? 'a plug-in');
  }

  /** Returns a link that replaces content which cannot be shown. */
  private instead(address: string, what: string): Node[] {
    const { site, note } = this.conversion;
    const url = address ? site.resolve(address) : undefined;
    if (!url) return noted(note, `has ${what} without an address: left out`);
    note(`has ${what} of ${url.hostname}, which became a link`);
    const link = linkTo(url.href);
    return [this.inWords > 0 ? link : element('p', {}, [link])];
  }

  /** Converts a table. Its caption is placed before it, because the policy has no tag for captions. */
  private table(node: ElementNode): Node[] {
    const captions = node.children.filter((child) => isOf(child, 'caption'));
    const rest = node.children.filter((child) => !captions.includes(child));
    return [
      ...captions.flatMap((child) => (isElement(child) ? element('p', {}, this.words(child.children)) : [])),
      element('table', keptAttributes(node), this.all(rest)),
    ];
  }

  private font(node: ElementNode): Node[] {
    const { color = '' } = node.attributes;
    const children = this.all(node.children);
    return htmlPolicy.styles.color?.test(color)
      ? [element('span', { style: `color: ${color}` }, children)]
      : children;
  }
}

function noted(note: Noter, what: string): Node[] {
  note(what);
  return [];
}

/** Returns the real URL of a picture. Pages with lazy loading have it in another attribute than `src`. */
function addressOfImage({ attributes }: ElementNode): string {
  const { src = '', 'data-src': late, 'data-lazy-src': lazy, 'data-orig-file': original } = attributes;
  const waiting = late ?? lazy ?? original;
  return (waiting && (src === '' || src.startsWith('data:')) ? waiting : src).trim();
}

function imageNode(node: ElementNode, src: string): ElementNode {
  const { src: _address, ...kept } = keptAttributes(node);
  return element('img', { src, ...kept });
}

/**
 * True for a link around a picture that leads to the same picture in full size. The link is dropped, since this site
 * shows each picture as large as there is room.
 */
function leadsToItsPicture(url: URL, children: readonly Node[]): boolean {
  const told = children.filter((child) => isElement(child) || child.text.trim() !== '');
  return told.length === 1 && isOf(told[0], 'img') && /\.(jpe?g|png|gif|webp|avif|svg)$/i.test(url.pathname);
}
