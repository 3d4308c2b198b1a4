import type { Noter } from '../notes.ts';

type ShortcodeAttributes = Record<string, string>;

/**
 * Returns the markup that replaces a shortcode. `content` is the text between its opening and its closing tag;
 * undefined for a shortcode without a closing tag.
 */
export type Shortcode = (attributes: ShortcodeAttributes, content: string | undefined) => string;

/** Shortcodes that are nested deeper than this stay unchanged. */
const deepest = 30;

/** Opening or closing tag of a shortcode. */
interface Mark {
  start: number;
  end: number;
  name: string;
  closes: boolean;
  alone: boolean;
  attributes: string;
  /** True for `[[name]]`, with which authors write the literal text `[name]`. */
  escaped: boolean;
  /** Index of the closing tag that belongs to this opening tag. */
  closing?: number;
}

/**
 * Replaces the shortcodes of a text, `[name attributes]` and `[name]…[/name]`, by markup. An unknown shortcode with a
 * closing tag is replaced by its content. An unknown one without a closing tag stays unchanged, since it may be
 * ordinary words in brackets. Both cases are noted.
 */
export function replaceShortcodes(
  html: string,
  known: Readonly<Record<string, Shortcode>>,
  note: Noter,
): string {
  if (!html.includes('[')) return html;
  const marks = paired(marksOf(html));

  function render(from: number, to: number, first: number, last: number, depth = 0): string {
    if (depth > deepest) return html.slice(from, to);
    let [text, at] = ['', from];
    for (let index = first; index < last; index += 1) {
      const mark = marks[index] as Mark;
      text += html.slice(at, mark.start);
      const closing = mark.closing !== undefined && mark.closing < last ? marks[mark.closing] : undefined;
      const content =
        closing && mark.closing !== undefined
          ? render(mark.end, closing.start, index + 1, mark.closing, depth + 1)
          : undefined;
      text += replaced(mark, content);
      at = closing ? closing.end : mark.end;
      if (closing && mark.closing !== undefined) index = mark.closing;
    }
    return text + html.slice(at, to);
  }

  function replaced(mark: Mark, content: string | undefined): string {
    const { start, end, name, closes, attributes, escaped } = mark;
    if (escaped) return html.slice(start + 1, end - 1);
    const words = html.slice(start, end);
    if (closes) return words;
    const shortcode = Object.hasOwn(known, name) ? known[name] : undefined;
    if (shortcode) return shortcode(attributesOf(attributes), content);
    if (content !== undefined) {
      note(`has the unknown shortcode [${name}]: its content stays`);
      return content;
    }
    if (/[_-]/.test(name) || /=/.test(attributes))
      note(`has the unknown shortcode [${name}]: it stays as written`);
    return words;
  }

  return render(0, html.length, 0, marks.length);
}

const mark = /(\[?)\[(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]]*)?)(\/?)\](\]?)/gi;

function marksOf(html: string): Mark[] {
  const marks: Mark[] = [];
  for (const [start, end] of wordsOf(html)) {
    for (const found of html.slice(start, end).matchAll(mark)) {
      const [all, before = '', slash, name = '', attributes = '', alone, after = ''] = found;
      const escaped = before !== '' && after !== '';
      const from = start + found.index + (escaped ? 0 : before.length);
      marks.push({
        start: from,
        end: start + found.index + all.length - (escaped ? 0 : after.length),
        name: name.toLowerCase(),
        closes: slash === '/',
        alone: alone === '/' || attributes.trimEnd().endsWith('/'),
        attributes,
        escaped,
      });
    }
  }
  return marks;
}

/** Assigns each closing tag to the last unassigned opening tag of the same name before it. */
function paired(marks: Mark[]): Mark[] {
  const open = new Map<string, number[]>();
  for (const [index, each] of marks.entries()) {
    if (each.escaped || each.alone) continue;
    const waiting = open.get(each.name) ?? [];
    open.set(each.name, waiting);
    if (!each.closes) waiting.push(index);
    else {
      const opening = marks[waiting.pop() ?? -1];
      if (opening) opening.closing = index;
    }
  }
  return marks;
}

/** Yields the ranges of a text in which shortcodes are replaced: outside HTML tags and outside preformatted text. */
function* wordsOf(html: string): Generator<[start: number, end: number]> {
  const tag = /<(\/?[a-z][a-z0-9]*)[^>]*>/gi;
  let at = 0;
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    if (found.index > at) yield [at, found.index];
    at = tag.lastIndex;
    const name = (found[1] ?? '').toLowerCase();
    if (!/^(pre|code|script|style|textarea)$/.test(name)) continue;
    const end = html.indexOf(`</${name}`, at);
    if (end >= 0) {
      at = end;
      tag.lastIndex = end;
    }
  }
  if (at < html.length) yield [at, html.length];
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|([^\s"']+)/g;

/** Returns the attributes of a shortcode: named ones by their lower-case name, others by their number. */
function attributesOf(text: string): ShortcodeAttributes {
  const attributes: ShortcodeAttributes = {};
  let unnamed = 0;
  const plain = text
    .replace(/[\u00a0\u200b]/g, ' ')
    .replace(/&quot;|&#8220;|&#8221;|&#8243;|[“”″]/g, '"')
    .replaceAll('&amp;', '&')
    .replace(/\/\s*$/, '');
  for (const [, name, double, single, bare, ...values] of plain.matchAll(attribute)) {
    const value = double ?? single ?? bare ?? values.find((each) => each !== undefined) ?? '';
    attributes[name ? name.toLowerCase() : String(unnamed)] = value;
    if (!name) unnamed += 1;
  }
  return attributes;
}
