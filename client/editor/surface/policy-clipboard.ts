import { Quill } from 'react-quill';

interface ClipboardClass {
  new (
    quill: unknown,
    options: unknown,
  ): {
    onPaste(range: unknown, content: { text?: string; html?: string }): void;
  };
}

const Clipboard = Quill.import('modules/clipboard') as unknown as ClipboardClass;

/** Takes pasted text without the page colours of the program that it comes from, and with our three heading levels. */
export class PolicyClipboard extends Clipboard {
  override onPaste(range: unknown, content: { text?: string; html?: string }): void {
    const html = content.html && fitting(content.html);
    super.onPaste(range, html ? { ...content, html } : content);
  }
}

function fitting(html: string): string {
  const doc = new DOMParser().parseFromString(html, 'text/html');
  removePagePaint(doc);
  raiseDeepHeadings(doc);
  return doc.documentElement.outerHTML;
}

/**
 * Word processors and pages write black on white on every run of text. Kept, it would be black on our dark ground too;
 * colours that somebody chose stay.
 */
function removePagePaint(doc: Document): void {
  for (const { style } of doc.querySelectorAll<HTMLElement>('[style]')) {
    if (!isChosen(style.color)) style.removeProperty('color');
    if (!isChosen(style.backgroundColor)) {
      style.removeProperty('background');
      style.removeProperty('background-color');
    }
  }
}

/** SPEC §9: header levels 1, 2, 3. A deeper one would be a heading that no button of the toolbar shows. */
function raiseDeepHeadings(doc: Document): void {
  for (const deep of doc.querySelectorAll('h4, h5, h6')) {
    const heading = doc.createElement('h3');
    heading.append(...deep.childNodes);
    deep.replaceWith(heading);
  }
}

/** Near-black, near-white and colour words such as `windowtext` are the page's; anything else was chosen. */
function isChosen(color: string): boolean {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color);
  if (!parts) return color.startsWith('#') || NAMED_COLORS.has(color);
  if (parts[4] !== undefined && Number(parts[4]) < 0.05) return false;
  const channels = parts.slice(1, 4).map(Number);
  return Math.max(...channels) > 60 && Math.min(...channels) < 235;
}

/** Named colours that the browser keeps as words and that people choose. */
const NAMED_COLORS = new Set([
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'navy',
  'purple',
  'pink',
  'brown',
  'gray',
  'grey',
]);
