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

/** Takes pasted text without the page colours of the program that it comes from. */
export class PolicyClipboard extends Clipboard {
  override onPaste(range: unknown, content: { text?: string; html?: string }): void {
    const html = content.html && withoutPagePaint(content.html);
    super.onPaste(range, html ? { ...content, html } : content);
  }
}

/**
 * Word processors and pages write black on white on every run of text. Kept, it would be black on our dark ground too;
 * colours that somebody chose stay.
 */
export function withoutPagePaint(html: string): string {
  const doc = new DOMParser().parseFromString(html, 'text/html');
  for (const element of doc.querySelectorAll<HTMLElement>('[style]')) {
    const { style } = element;
    if (!isChosen(style.color)) style.removeProperty('color');
    if (!isChosen(style.backgroundColor)) {
      style.removeProperty('background');
      style.removeProperty('background-color');
    }
  }
  return doc.documentElement.outerHTML;
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
