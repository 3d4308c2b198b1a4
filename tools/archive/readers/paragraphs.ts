const lines = 'p|h[1-6]|dt|summary|figcaption|caption';
const items = 'li|td|th';
const lists = 'ul|ol|dl|table|thead|tbody|tfoot|tr|figure|pre|script|style|hr';
const boxes =
  'div|blockquote|section|article|aside|header|footer|nav|main|address|center|details|dd|fieldset|form';
const blockTag = new RegExp(`(</?(?:${lines}|${items}|${lists}|${boxes})\\b[^<>]*>)`, 'i');
const isAmong = (names: string) => {
  const whole = new RegExp(`^(${names})$`);
  return (name: string) => whole.test(name);
};
const [isLine, isItem, isList] = [lines, items, lists].map(isAmong) as [
  (name: string) => boolean,
  (name: string) => boolean,
  (name: string) => boolean,
];

/**
 * Puts words between blocks into paragraphs, which end at empty lines. In a text of WordPress's classic editor, single
 * line ends become `<br>`.
 */
export function withParagraphs(html: string, isClassic = false) {
  const open: string[] = [];
  return html
    .split(blockTag)
    .map((piece, index) => {
      if (index % 2 === 1) {
        follow(open, piece);
        return piece;
      }
      const inside = open.at(-1) ?? '';
      if (isList(inside) || (!isClassic && (isLine(inside) || isItem(inside)))) return piece;
      const words = piece
        .split(/\n[ \t]*\n\s*|(?=<!-- \/?wp:)/)
        .map((each) => each.replace(/^[ \t\n]+/, '').trimEnd())
        .filter(Boolean)
        .map((each) => (isClassic ? each.replace(/(?<![ \t])[ \t]*\n/g, '<br>') : each));
      if (isLine(inside)) return words.join('<br>');
      if (isItem(inside) && words.length < 2) return words.join('');
      return words.map((each) => (isShown(each) ? `<p>${each}</p>` : each)).join('');
    })
    .join('');
}

/** True for words with something to see; tags alone, such as a link around a block, stay where they are. */
function isShown(words: string) {
  return (
    words.replace(/<[^<>]*>/g, '').trim() !== '' || /<(img|iframe|embed|video|audio|object)\b/i.test(words)
  );
}

/** Keeps the names of the blocks that are open after a tag. */
function follow(open: string[], tag: string) {
  const [, slash, given = ''] = /^<(\/?)(\w+)/.exec(tag) ?? [];
  const name = given.toLowerCase();
  const last = open.at(-1) ?? '';
  // Only their own ends end these, whatever they contain.
  if (/^(pre|script|style)$/.test(last) && !(slash && name === last)) return;
  if (slash) {
    const at = open.lastIndexOf(name);
    if (at >= 0) open.length = at;
  } else if (name !== 'hr') {
    if (last === 'p' || last === name) open.pop();
    open.push(name);
  }
}
