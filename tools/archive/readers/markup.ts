import { type AnyNode, type ChildNode, DomHandler, Element, isTag, isText } from 'domhandler';
import { DomUtils, Parser, parseDocument } from 'htmlparser2';
import { plainText } from '#shared/plain-text.ts';

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

/** Parses HTML to a tree. Throws TooDeepError. */
export function parseHtml(html: string) {
  const handler = new LimitedHandler();
  new Parser(handler).end(html);
  return handler.dom;
}

export function writeHtml(nodes: ChildNode[]) {
  return DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8', emptyAttrs: true });
}

export function element(name: string, attributes: Record<string, string> = {}, children: ChildNode[] = []) {
  return new Element(name, attributes, children);
}

/** True for an element with one of these names, separated by `|`. */
export function isOf(node: AnyNode | null | undefined, names: string) {
  return node != null && isTag(node) && names.split('|').includes(node.name);
}

/** True for white space, except for a blank that somebody has typed to keep a line. */
export function isBlank(node: ChildNode) {
  return isText(node) && /^[ \t\n]*$/.test(node.data);
}

/** Returns the words of a piece of markup. */
export function wordsOf(html: string) {
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
