import { playerOf } from './players.ts';
import { type ElementNode, element, isElement, isOf, type Node } from './tree.ts';

/**
 * Adds paragraphs to a text of WordPress's classic editor. That editor stored only empty lines and line ends, which
 * WordPress converts to `<p>` and `<br>` at each request. Here an empty line ends a paragraph, any other line end
 * becomes a break, and existing blocks stay.
 */
export function withParagraphs(nodes: readonly Node[]): Node[] {
  return flow(nodes, 'always');
}

/** Wraps words between blocks into paragraphs. */
export function looseInParagraphs(nodes: readonly Node[]): Node[] {
  return runsOf(nodes).flatMap((run) => {
    if (isElement(run)) return [run];
    return paragraphsOf(run).map((words) => element('p', {}, trimmed(words)));
  });
}

const raw = new Set('pre script style textarea svg'.split(' '));
const listed = new Set('ul ol dl menu table thead tbody tfoot tr colgroup map select'.split(' '));
const lines = new Set('p h1 h2 h3 h4 h5 h6 dt summary legend caption figcaption address'.split(' '));
const boxes = new Set(
  'div blockquote li dd td th figure section article aside header footer nav main hgroup details form fieldset center'.split(
    ' ',
  ),
);
const other = new Set('hr pre iframe video audio embed object script'.split(' '));

function isBlock(node: Node): boolean {
  if (!isElement(node)) return false;
  const { name } = node;
  if (boxes.has(name) || lines.has(name) || listed.has(name) || other.has(name)) return true;
  return node.children.some(isBlock);
}

/** Splits siblings into blocks, and into runs: sequences of words and inline elements between the blocks. */
function runsOf(nodes: readonly Node[]): (ElementNode | Node[])[] {
  const runs: (ElementNode | Node[])[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (isElement(node) && isBlock(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

/**
 * Converts runs to paragraphs. `always`: each run becomes a paragraph. `if-apart`: only if the run contains an empty
 * line, so that there are at least two paragraphs.
 */
function flow(nodes: readonly Node[], paragraphs: 'always' | 'if-apart'): Node[] {
  return runsOf(nodes).flatMap((run) => {
    if (isElement(run)) return [filled(run)];
    const found = paragraphsOf(run);
    if (paragraphs === 'if-apart' && found.length < 2)
      return found.flatMap((each) => withBreaks(trimmed(each)));
    return found.map((each) => element('p', {}, withBreaks(trimmed(each))));
  });
}

function filled(block: ElementNode): ElementNode {
  const { name, children } = block;
  if (raw.has(name) || other.has(name)) return block;
  if (listed.has(name))
    return { ...block, children: children.map((child) => (isElement(child) ? filled(child) : child)) };
  if (lines.has(name)) return { ...block, children: withBreaks(trimmed(children)) };
  return { ...block, children: flow(children, name === 'blockquote' ? 'always' : 'if-apart') };
}

const emptyLine = /\n[ \t]*\n[ \t\n]*/;

/** Splits a run at its empty lines. An inline element around an empty line is repeated before and after the split. */
function paragraphsOf(run: readonly Node[]): Node[][] {
  return split(doubleBreaksAsEmptyLines(run), 0)
    .map(withoutBreaksAtEnds)
    .filter((each) => each.some((node) => !isBlank(node)));
}

/**
 * Maximum number of inline elements around an empty line at which a run is split. If more are around it, the run is
 * not split there.
 */
const mostAround = 8;

function split(nodes: readonly Node[], depth: number): Node[][] {
  let current: Node[] = [];
  const parts = [current];
  const add = (pieces: Node[][]) => {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        current = [];
        parts.push(current);
      }
      current.push(...piece);
    }
  };
  for (const [index, node] of nodes.entries()) {
    if (!isElement(node)) {
      const text = depth === 0 ? videosApart(node.text, index === 0, index === nodes.length - 1) : node.text;
      add(text.split(emptyLine).map((piece) => (piece === '' ? [] : [{ text: piece }])));
    } else if (raw.has(node.name) || depth >= mostAround) current.push(node);
    else add(split(node.children, depth + 1).map((children) => [{ ...node, children }]));
  }
  return parts;
}

/**
 * Puts empty lines around a line that contains nothing but the URL of a video, so that it becomes a block with a
 * player.
 */
function videosApart(text: string, first: boolean, last: boolean): string {
  const all = text.split('\n');
  return all
    .map((line, index) => {
      const whole = (index > 0 || first) && (index < all.length - 1 || last);
      return whole && /^\s*https?:\/\/\S+\s*$/i.test(line) && playerOf(line.trim())
        ? `\n${line.trim()}\n`
        : line;
    })
    .join('\n');
}

function doubleBreaksAsEmptyLines(run: readonly Node[]): Node[] {
  const result: Node[] = [];
  for (let at = 0; at < run.length; at += 1) {
    const node = run[at] as Node;
    if (isOf(node, 'br')) {
      let next = at + 1;
      while (isBlank(run[next])) next += 1;
      if (isOf(run[next], 'br')) {
        result.push({ text: '\n\n' });
        at = next;
        continue;
      }
    }
    result.push(node);
  }
  return result;
}

function isBlank(node: Node | undefined): boolean {
  return node !== undefined && !isElement(node) && /^[ \t\n]*$/.test(node.text);
}

function withoutBreaksAtEnds(nodes: readonly Node[]): Node[] {
  let [start, end] = [0, nodes.length];
  const isNothing = (node: Node | undefined) => isOf(node, 'br') || isBlank(node);
  while (start < end && isNothing(nodes[start])) start += 1;
  while (end > start && isNothing(nodes[end - 1])) end -= 1;
  return nodes.slice(start, end);
}

/** Removes whitespace at the start and end of the nodes. */
function trimmed(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, index): Node[] => {
    if (isElement(node)) return [node];
    let { text } = node;
    if (index === 0) text = text.replace(/^[ \t\n]+/, '');
    if (index === nodes.length - 1) text = text.replace(/[ \t\n]+$/, '');
    return text === '' ? [] : [{ text }];
  });
}

/** Converts line ends to `<br>`. A line end directly after a break adds no second one. */
function withBreaks(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, index): Node[] => {
    if (isElement(node)) {
      if (raw.has(node.name)) return [node];
      return isBlock(node) ? [filled(node)] : [{ ...node, children: withBreaks(node.children) }];
    }
    const text = isOf(nodes[index - 1], 'br') ? node.text.replace(/^[ \t]*\n/, '') : node.text;
    return text
      .split(/[ \t]*\n/)
      .flatMap((line, number) => [
        ...(number > 0 ? [element('br')] : []),
        ...(line === '' ? [] : [{ text: line }]),
      ]);
  });
}
