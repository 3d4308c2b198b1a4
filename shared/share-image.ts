import type { Id } from './id.ts';
/** Kinds of records with a link preview image of their own. */
export const shareImageKinds = ['post', 'project', 'job'] as const;
export type ShareImageKind = (typeof shareImageKinds)[number];

/** Pixels; the size that readers of Open Graph crop least. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** The image of every page without an image of its own. */
export const studioShareImage = '/share/studio.png';

/** Returns the address of the image for links to this page. */
export function shareImagePath(kind: ShareImageKind, id: Id): string {
  return `/share/${kind}/${id}.png`;
}
