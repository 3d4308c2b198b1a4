import type { Noter } from '../notes.ts';

/** True for a text of the block editor. WordPress adds paragraphs only to texts of the classic editor. */
export function hasBlocks(html: string): boolean {
  return /<!--\s+wp:/.test(html);
}

const deepest = 5;

/**
 * Removes the comments with which the block editor marks its blocks. A reusable block, which is stored once and shown
 * in many posts, is inserted. A block that WordPress renders at each request, such as a list of the latest posts, has
 * no stored text: it is noted as lost.
 */
export function withoutComments(
  html: string,
  reusable: ReadonlyMap<string, string>,
  note: Noter,
  depth = 0,
): string {
  let [text, at] = ['', 0];
  for (let start = html.indexOf('<!--'); start >= 0; start = html.indexOf('<!--', at)) {
    text += html.slice(at, start);
    const end = html.indexOf('-->', start + 4);
    const comment = html.slice(start + 4, end < 0 ? undefined : end);
    at = end < 0 ? html.length : end + 3;
    // This pattern matches only a block that consists of a single comment. Any other comment, such as a closing mark
    // or the beginning of a block whose markup follows in the text, is removed without a note.
    const [, name, attributes = ''] = /^\s+wp:([a-z0-9/_-]+)\s+(\{[\s\S]*\}\s*)?\/$/.exec(comment) ?? [];
    if (!name) continue;
    const block = name === 'block' ? reusable.get(referenceOf(attributes)) : undefined;
    if (block !== undefined && depth < deepest) text += withoutComments(block, reusable, note, depth + 1);
    else note(`has the block ${name}, which WordPress renders on request: left out`);
  }
  return text + html.slice(at);
}

function referenceOf(attributes: string): string {
  return /"ref"\s*:\s*"?(\d+)/.exec(attributes)?.[1] ?? '';
}
