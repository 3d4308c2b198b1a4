import type { Id } from './id.ts';
/** What has an image for link previews of its own. */
export const shareImageKinds = ['post', 'project', 'job'] as const;
export type ShareImageKind = (typeof shareImageKinds)[number];

/** Pixels; the size that Open Graph's readers cut least from. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** The image of every page that has none of its own. */
export const studioShareImage = '/share/studio.png';

/** The address of the image that a link to this page is shown with. */
export function shareImagePath(kind: ShareImageKind, id: Id): string {
  return `/share/${kind}/${id}.png`;
}
