import type { FileField, TextField } from './row.ts';

/** What the forms of posts and projects may also have, for hosts that know it: docs/product.md §18. */
export const toldOutsideTexts = [
  { name: 'excerpt', size: 'short' },
  { name: 'search_title', size: 'short' },
  { name: 'search_description', size: 'short' },
] as const satisfies TextField[];

export const shareImageFile: FileField = {
  name: 'share_image',
  pattern: /^share_image$/,
  kind: 'image',
  maxCount: 1,
};
