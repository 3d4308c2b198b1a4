/**
 * Markdown as HTML: what the editors of content systems make of their buttons (CommonMark without tables, footnotes and references). HTML
 * in it stays, and is cleaned like that of any host; a text that is HTML from its first sign on is taken for it, as our own editor saves it.
 */
export function htmlOfMarkdown(text: string): string {
  if (startsHtml.test(text)) return text;
  return blocksOf(text.replaceAll('\r\n', '\n').split('\n'), 0);
}

const startsHtml = /^\s*<(p|h[1-6]|ul|ol|div|blockquote|figure|pre|table|iframe|img)\b/i;
const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const rule = /^ {0,3}(?:-\s*){3,}$|^ {0,3}(?:\*\s*){3,}$|^ {0,3}(?:_\s*){3,}$/;
const item = /^ {0,3}(?:([-*+])|\d{1,9}[.)])\s+(.*)$/;
const quote = /^ {0,3}>\s?/;
const fence = /^ {0,3}(```|~~~)/;
/** Lists and quotes inside of each other; what is deeper is text. */
const deepest = 6;

function blocksOf(lines: readonly string[], depth: number): string {
  const html: string[] = [];
  let at = 0;
  const take = (goesOn: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && goesOn(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const found = heading.exec(line);
    const fenced = fence.exec(line)?.[1];
    if (line.trim() === '') at += 1;
    else if (fenced !== undefined) {
      at += 1;
      const code = take((each) => !each.trimStart().startsWith(fenced));
      at += 1;
      html.push(`<pre><code>${escaped(code.join('\n'))}</code></pre>`);
    } else if (found) {
      at += 1;
      const level = found[1]?.length ?? 1;
      html.push(`<h${level}>${inline(found[2] ?? '')}</h${level}>`);
    } else if (rule.test(line)) {
      at += 1;
      html.push('<hr>');
    } else if (startsHtml.test(line)) html.push(take((each) => each.trim() !== '').join('\n'));
    else if (quote.test(line) && depth < deepest) {
      const inner = take((each) => quote.test(each)).map((each) => each.replace(quote, ''));
      html.push(`<blockquote>${blocksOf(inner, depth + 1)}</blockquote>`);
    } else if (item.test(line) && depth < deepest) {
      const { name, items, end } = listAt(lines, at);
      at = end;
      const inner = items.map(([first = '', ...more]) => {
        const below = more.length > 0 ? `\n${blocksOf(more, depth + 1)}` : '';
        return `<li>${inline(first)}${below}</li>`;
      });
      html.push(`<${name}>${inner.join('')}</${name}>`);
    } else {
      const first = at;
      const text = take((each) => at === first || !endsText(each)).map((each) => each.trimStart());
      html.push(`<p>${inline(text.join('\n'))}</p>`);
    }
  }
  return html.join('\n');
}

/** The list that begins there: its items, each with what is written further in below it, also past an empty line. */
function listAt(
  lines: readonly string[],
  from: number,
): { name: 'ol' | 'ul'; items: string[][]; end: number } {
  const indent = (line: string) => line.replaceAll('\t', '    ').search(/\S/);
  const first = lines[from] ?? '';
  const isOrdered = item.exec(first)?.[1] === undefined;
  const items: string[][] = [];
  let empty = 0;
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      empty += 1;
      continue;
    }
    const isInside = indent(line) >= indent(first) + 2;
    const found = isInside || rule.test(line) ? null : item.exec(line);
    if (found && (found[1] === undefined) === isOrdered) items.push([found[2] ?? '']);
    else if (isInside)
      items.at(-1)?.push(...Array<string>(empty).fill(''), withoutIndent(line, indent(first)));
    else break;
    empty = 0;
    end = at + 1;
  }
  return { name: isOrdered ? 'ol' : 'ul', items, end };
}

/** What stands in an item begins where its words do: two to four signs further in than its own. */
function withoutIndent(line: string, own: number): string {
  const spaced = line.replaceAll('\t', '    ');
  return spaced.slice(Math.min(spaced.search(/\S/), own + (spaced.startsWith(' '.repeat(own + 4)) ? 4 : 2)));
}

function endsText(line: string): boolean {
  return (
    line.trim() === '' ||
    [heading, rule, item, quote, fence, startsHtml].some((pattern) => pattern.test(line))
  );
}

/** Every piece has a length at most, so that no text takes long. */
const pieces = new RegExp(
  [
    String.raw`\\(?<sign>[\\\x60*_{}[\]()#+\-.!~>|])`,
    String.raw`(?<ticks>\x60{1,3})(?<code>[^\x60]{1,2000})\k<ticks>`,
    String.raw`!\[(?<alt>[^\]]{0,500})\]\((?<src>[^()\s]{1,2000})(?:\s+"[^"]{0,300}")?\)`,
    String.raw`\[(?<words>[^\]]{1,500})\]\((?<to>[^()\s]{1,2000})(?:\s+"[^"]{0,300}")?\)`,
    String.raw`<(?<address>https?://[^\s<>]{1,2000})>`,
    '(?<tag></?[a-zA-Z][^<>]{0,2000}>)',
    String.raw`\*\*\*(?<both>[^*\n]{1,2000})\*\*\*`,
    String.raw`\*\*(?<strong>[^\n]{1,2000}?)\*\*`,
    String.raw`__(?<bold>[^\n]{1,2000}?)__`,
    String.raw`~~(?<gone>[^\n]{1,2000}?)~~`,
    String.raw`\*(?<em>[^\s*][^*\n]{0,2000}?)\*`,
    String.raw`\b_(?<slant>[^_\n]{1,2000})_\b`,
    String.raw`(?<line> {2,}\n|\\\n)`,
  ].join('|'),
  'g',
);

function inline(text: string): string {
  let html = '';
  let end = 0;
  for (const found of text.matchAll(pieces)) {
    html += words(text.slice(end, found.index)) + pieceOf(found.groups ?? {});
    end = found.index + found[0].length;
  }
  return html + words(text.slice(end));
}

function pieceOf(said: Record<string, string | undefined>): string {
  const { sign, code, alt, src, words: linked, to, address, tag, gone } = said;
  const strong = said.strong ?? said.bold;
  const slanted = said.em ?? said.slant;
  if (sign !== undefined) return escaped(sign);
  if (code !== undefined) return `<code>${escaped(code)}</code>`;
  if (src !== undefined) return `<img src="${escaped(src)}" alt="${escaped(alt ?? '')}">`;
  if (to !== undefined) return `<a href="${escaped(to)}">${inline(linked ?? '')}</a>`;
  if (address !== undefined) return `<a href="${escaped(address)}">${escaped(address)}</a>`;
  if (tag !== undefined) return tag;
  if (said.both !== undefined) return `<strong><em>${inline(said.both)}</em></strong>`;
  if (strong !== undefined) return `<strong>${inline(strong)}</strong>`;
  if (gone !== undefined) return `<s>${inline(gone)}</s>`;
  return slanted === undefined ? '<br>' : `<em>${inline(slanted)}</em>`;
}

/** Plain words, in which what HTML would take for a sign is written out; an entity is one already. */
function words(text: string): string {
  return text.replace(/&(?!#?\w{1,31};)/g, '&amp;').replaceAll('<', '&lt;');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
