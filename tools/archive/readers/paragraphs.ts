import { type ChildNode, Element, hasChildren, isTag, isText, type ParentNode, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';

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
export function addParagraphs(parent: ParentNode, isClassic: boolean): boolean {
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
