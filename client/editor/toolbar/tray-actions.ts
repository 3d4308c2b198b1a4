import type { Quill, RangeStatic } from 'react-quill';

/** The link around the cursor, or at the start of the selection. */
export function linkAt(
  quill: Quill,
  range: RangeStatic,
): { address: string; range: RangeStatic } | undefined {
  const address = quill.getFormat(range).link;
  if (typeof address !== 'string') return undefined;
  if (range.length > 0) return { address, range };
  const isSame = (index: number) => index >= 0 && quill.getFormat(index, 1).link === address;
  let start = range.index;
  let end = range.index;
  while (isSame(start - 1)) start -= 1;
  while (end < quill.getLength() - 1 && isSame(end)) end += 1;
  return { address, range: { index: start, length: end - start } };
}

/** Links the range, or takes its link away; at a bare cursor the address itself is written as the link's words. */
export function setLink(quill: Quill, range: RangeStatic, address: string | false): void {
  if (address && range.length === 0) {
    const words = address.replace(/^(mailto|tel):/, '');
    quill.insertText(range.index, words, { link: address }, 'user');
    quill.setSelection(range.index + words.length, 0, 'user');
    quill.format('link', false, 'user');
    return;
  }
  quill.formatText(range.index, range.length, 'link', address, 'user');
  quill.setSelection(range.index + range.length, 0, 'user');
}

/** Puts the video on a line of its own after the range, the cursor behind it. */
export function insertVideo(quill: Quill, range: RangeStatic, address: string): void {
  const index = range.index + range.length;
  quill.insertEmbed(index, 'video', address, 'user');
  quill.setSelection(index + 1, 0, 'user');
}

export function setColor(
  quill: Quill,
  range: RangeStatic,
  format: 'color' | 'background',
  value: string | false,
): void {
  quill.setSelection(range, 'user');
  quill.format(format, value, 'user');
}

export function describeImage(quill: Quill, index: number, text: string): void {
  quill.formatText(index, 1, 'alt', text, 'user');
  quill.setSelection(index + 1, 0, 'user');
}
