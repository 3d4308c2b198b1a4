import { type DeltaStatic, Quill, type RangeStatic } from 'react-quill';
import {
  type FigureWidth,
  figureWidths,
  htmlPolicy,
  isAllowedFrame,
  isAllowedImage,
  isAllowedLink,
} from '#shared/html-policy.ts';
import { writtenHtml } from './editor-html.ts';

/**
 * The part of Quill's format classes that our classes extend. Declared here, because the package's own types can only be
 * reached by an internal import path.
 */
interface QuillClass {
  new (
    scroll: unknown,
    node: HTMLElement,
  ): {
    domNode: HTMLElement;
    format(name: string, value: unknown): void;
  };
  create(value: unknown): HTMLElement;
}

const Cell = Quill.import('formats/table') as unknown as QuillClass;
const { Attributor, Scope } = Quill.import('parchment') as unknown as {
  Attributor: new (name: string, attribute: string, options: object) => unknown;
  Scope: { BLOCK: number };
};

/**
 * Attribute of a cell that is a heading, whose `scope` is its value: in the editor, tables have only one kind of cell.
 */
export const headAttribute = 'data-head';

/** Formats that a cell can have. Others, such as a heading or a list, would break it out of its table. */
const ofCells = ['table', headAttribute, 'align'];

/** A cell of a table. The editor keeps and pastes tables, but has no tools to make them (docs/product.md §2). */
class PolicyCell extends Cell {
  override format(name: string, value: unknown): void {
    if (ofCells.includes(name)) super.format(name, value);
  }
}

const tableFormats: Record<string, unknown> = {
  'formats/table': PolicyCell,
  [`formats/${headAttribute}`]: new Attributor(headAttribute, headAttribute, {
    scope: Scope.BLOCK,
    whitelist: ['col', 'row'],
  }),
};

/** Returns the cell at this position of the text. */
export function cellAt(quill: Quill, index: number) {
  const node = quill.getLine(index)[0]?.domNode;
  return node instanceof HTMLTableCellElement ? node : undefined;
}

/** Returns the position after the table in which this position is; undefined outside of tables. */
function afterTable(quill: Quill, index: number) {
  const table = cellAt(quill, index)?.closest('table');
  const blot = table && Quill.find(table);
  return blot && !(blot instanceof Quill) ? quill.getIndex(blot) + blot.length() : undefined;
}

/** The part of a Quill format class that our classes of inline formats and embeds use. */
interface FormatClass extends QuillClass {
  formats(node: HTMLElement): unknown;
  sanitize(url: string): string;
  PROTOCOL_WHITELIST?: string[];
}

const Link = Quill.import('formats/link') as unknown as FormatClass;
const Image = Quill.import('formats/image') as unknown as FormatClass;
const Video = Quill.import('formats/video') as unknown as FormatClass;

/** A link. Its URL must have a scheme that the policy allows (docs/product.md §5). */
class PolicyLink extends Link {
  static override PROTOCOL_WHITELIST = [...htmlPolicy.linkSchemes];

  static override sanitize(url: string) {
    return isAllowedLink(url) ? url : 'about:blank';
  }
}

/**
 * An inline image. It always has an `alt` attribute, which is empty until a person describes the image. Without the
 * attribute, screen readers would read the URL.
 */
class PolicyImage extends Image {
  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: Quill's create() sanitises by the class it is called on
    const node = super.create(value);
    node.setAttribute('alt', '');
    return node;
  }

  static override sanitize(url: string) {
    return isAllowedImage(url) ? url : '//:0';
  }

  override format(name: string, value: unknown): void {
    if (name === 'alt') this.domNode.setAttribute('alt', String(value ?? ''));
    else super.format(name, value);
  }
}

/** A video. Its URL must belong to a host that the reader's page may frame. */
class PolicyVideo extends Video {
  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: Quill's create() sanitises by the class it is called on
    const node = super.create(value);
    node.setAttribute('title', 'Video');
    // In the editor a video behaves like a single element of the text, so its player is not in the tab order.
    node.setAttribute('tabindex', '-1');
    // The same sandbox as for readers, so that a player cannot navigate the page away from the author.
    node.setAttribute('sandbox', htmlPolicy.frameSandbox);
    return node;
  }

  static override sanitize(url: string) {
    return isAllowedFrame(url) ? url : 'about:blank';
  }
}

const BlockEmbed = Quill.import('blots/block/embed') as unknown as QuillClass;

/** Attributes of the picture that the format keeps as they are. */
const sizes = ['width', 'height'] as const;

/**
 * A picture between paragraphs: a `figure` with the picture and its caption. For Quill it is one element of the text,
 * and the caption is a format of it, as its alternative text is.
 */
class Figure extends BlockEmbed {
  static blotName = 'figure';
  static tagName = 'FIGURE';

  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: Quill's create() makes the element of the class it is called on
    const node = super.create(value);
    node.setAttribute('contenteditable', 'false');
    const image = document.createElement('img');
    image.setAttribute('src', typeof value === 'string' && isAllowedImage(value) ? value : '//:0');
    image.setAttribute('alt', '');
    node.append(image, document.createElement('figcaption'));
    return node;
  }

  /**
   * Returns the address of the picture. Null for a figure that holds anything else, e.g. a link or a table, or marks in
   * its caption: the editor then takes its parts as separate lines, so that nothing of it is lost.
   */
  static value(node: HTMLElement) {
    const src = node.querySelector('img')?.getAttribute('src') ?? '';
    const isOwn = node.getAttribute('contenteditable') === 'false';
    return isAllowedImage(src) && (isOwn || isPlain(node)) ? src : null;
  }

  static formats(node: HTMLElement) {
    const image = node.querySelector('img');
    const caption = node.querySelector('figcaption')?.textContent ?? '';
    const width = widthOf(node);
    const found: Record<string, string> = {};
    if (image?.alt) found.alt = image.alt;
    for (const name of sizes) {
      const size = image?.getAttribute(name);
      if (size) found[name] = size;
    }
    if (caption.trim() !== '') found.caption = caption;
    if (width) found.figureWidth = width;
    return found;
  }

  override format(name: string, value: unknown): void {
    const { domNode: node } = this;
    const image = node.querySelector('img');
    const text = typeof value === 'string' ? value : '';
    if (name === 'alt') image?.setAttribute('alt', text);
    else if (name === 'caption') node.querySelector('figcaption')?.replaceChildren(text);
    else if (name === 'figureWidth') setWidth(node, text);
    else if (sizes.some((size) => size === name)) {
      if (text) image?.setAttribute(name, text);
      else image?.removeAttribute(name);
    } else super.format(name, value);
  }

  /** Called by Quill on copy. */
  html() {
    return writtenHtml(this.domNode.outerHTML);
  }
}

function isPlain(node: HTMLElement) {
  const [image, caption, ...others] = node.children;
  const captionIsPlain = !caption || (caption.localName === 'figcaption' && caption.children.length === 0);
  const hasText = [...node.childNodes].some((each) => each instanceof Text && each.data.trim() !== '');
  return image?.localName === 'img' && captionIsPlain && others.length === 0 && !hasText;
}

function setWidth(node: HTMLElement, width: string) {
  if (isWidth(width)) node.dataset.width = width;
  else delete node.dataset.width;
}

function isWidth(text: string | undefined): text is FigureWidth {
  return figureWidths.some((width) => width === text);
}

/** Returns the width of a figure; undefined for one that has none, and for a picture inside a line. */
export function widthOf(picture: HTMLElement) {
  const { width } = picture.dataset;
  return isWidth(width) ? width : undefined;
}

/** Returns the figure that begins at this position of the text. */
export function figureAt(quill: Quill, index: number) {
  const [line, offset] = quill.getLine(index);
  return line?.domNode instanceof HTMLElement && line.domNode.localName === 'figure' && offset === 0
    ? line.domNode
    : undefined;
}

/** Returns the position of a picture in the text; undefined if it is no longer part of the text. */
export function rangeOfPicture(quill: Quill, picture: HTMLElement): RangeStatic | undefined {
  const blot = quill.root.contains(picture) ? Quill.find(picture) : null;
  return blot && !(blot instanceof Quill) ? { index: quill.getIndex(blot), length: 1 } : undefined;
}

/**
 * Inserts pictures as figures between two lines: before the line in which the range begins if the cursor is at its
 * start, and after it otherwise. The text of the range is deleted. Returns the position of the last figure.
 */
export function insertFigures(quill: Quill, { index, length }: RangeStatic, sources: string[]) {
  if (length > 0) quill.deleteText(index, length, 'user');
  const [line, offset] = quill.getLine(index);
  const at = afterTable(quill, index) ?? (line && offset > 0 ? index - offset + line.length() : index);
  const change = new Delta().retain(at);
  for (const figure of sources) change.insert({ figure }, { figureWidth: 'text' });
  // A figure at the end needs a line after it, in which the text can go on.
  if (at >= quill.getLength()) change.insert('\n');
  quill.updateContents(change, 'user');
  return at + sources.length - 1;
}

/** Inserts a video on a separate line after the range, and puts the cursor after the video. */
export function insertVideo(quill: Quill, range: RangeStatic, address: string) {
  const end = range.index + range.length;
  const index = afterTable(quill, end) ?? end;
  quill.insertEmbed(index, 'video', address, 'user');
  quill.setSelection(index + 1, 0, 'user');
}

/**
 * Sets the width of a picture. A picture inside a line becomes a figure below that line. Returns the element of the
 * picture, which may be a new one.
 */
export function setPictureWidth(quill: Quill, picture: HTMLElement, width: FigureWidth) {
  const figure = asFigure(quill, picture);
  const range = rangeOfPicture(quill, figure);
  if (range) quill.formatText(range.index, 1, { figureWidth: width }, 'user');
  return figure;
}

/** Returns the figure of a picture. A picture inside a line becomes a figure below that line. */
export function asFigure(quill: Quill, picture: HTMLElement) {
  if (picture.localName === 'figure') return picture;
  const range = rangeOfPicture(quill, picture);
  if (!range) return picture;
  const { alt = '' } = quill.getFormat(range);
  const at = insertFigures(quill, range, [picture.getAttribute('src') ?? '']);
  if (alt) quill.formatText(at, 1, { alt }, 'user');
  return figureAt(quill, at) ?? picture;
}

export function removePicture(quill: Quill, picture: HTMLElement) {
  const range = rangeOfPicture(quill, picture);
  if (!range) return;
  quill.deleteText(range.index, 1, 'user');
  quill.setSelection(Math.min(range.index, quill.getLength() - 1), 0, 'user');
}

export const policyFormats = {
  'formats/link': PolicyLink,
  'formats/image': PolicyImage,
  'formats/figure': Figure,
  'formats/video': PolicyVideo,
  ...tableFormats,
};

type Matcher = (node: Text, delta: DeltaStatic) => DeltaStatic;

const Delta = Quill.import('delta') as unknown as typeof DeltaStatic;

/** Preserves spaces in code. Quill collapses spaces outside `<pre>`, so the indentation of code would be lost. */
const keepCodeSpaces: Matcher = (node, delta) =>
  node.parentElement?.closest('.ql-code-block') ? new Delta().insert(node.data) : delta;

export const policyMatchers: [number, Matcher][] = [[Node.TEXT_NODE, keepCodeSpaces]];
