import type { Quill } from 'react-quill';

const toggleList = (kind: 'ordered' | 'bullet') =>
  function toggle(this: { quill: Quill }, _range: unknown, context: { format: Record<string, unknown> }) {
    this.quill.format('list', context.format.list === kind ? false : kind, 'user');
    return false;
  };

/** By the place of the key: with Shift its sign is another one on each layout. */
const digit = { seven: 55, eight: 56 };

/** Ctrl+Shift+7 and Ctrl+Shift+8, as word processors have them; the toolbar's tooltips say them. */
export const listKeys = {
  'ordered list': { key: digit.seven, shortKey: true, shiftKey: true, handler: toggleList('ordered') },
  'bullet list': { key: digit.eight, shortKey: true, shiftKey: true, handler: toggleList('bullet') },
};
