import { isAllowedFrame } from '#shared/html-policy.ts';
import { unwrap } from './dom.ts';

const mark = 'data-rich-text';

/**
 * Marks copied HTML as this editor's own: pasted again, its blank lines and greys are meant. Quill copies every space as
 * a non-breaking one; of a run only those that would be lost stay so.
 */
export function asOwn(html: string): string {
  const spaced = html.replace(/(?:&nbsp;)+/g, (run) => ` ${'&nbsp;'.repeat(run.length / 6 - 1)}`);
  return `<div ${mark}="own">${spaced}</div>`;
}

/** True when the document was copied here. Takes the mark away, and makes videos of the links that Quill copies them as. */
export function takeOwnMark(doc: Document): boolean {
  const marked = doc.body.querySelector(`[${mark}="own"]`);
  if (!marked) return false;
  unwrap(marked);
  for (const link of doc.body.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '';
    if (!isAllowedFrame(address) || link.textContent !== address) continue;
    const frame = doc.createElement('iframe');
    frame.className = 'ql-video';
    frame.setAttribute('src', address);
    link.replaceWith(frame);
  }
  return true;
}
