import type { Id } from './id.ts';
import type { PictureDetail } from './schemas/picture-details.ts';

/** Kinds of records that have their own image for link previews. */
export const shareImageKinds = ['post', 'project', 'category', 'job'] as const;
export type ShareImageKind = (typeof shareImageKinds)[number];

/** The size in pixels; programs that show Open Graph previews crop this size least. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** The image of every page without an image of its own. */
export const studioShareImage = '/share/studio.png';

/** Returns the path of the image for links to this page. */
export function shareImagePath(kind: ShareImageKind, id: Id) {
  return `/share/${kind}/${id}.png`;
}

/** Returns the description of the record's cover, if it has one. */
export function coverAlt(image: string | null | undefined, details: readonly PictureDetail[] | undefined) {
  return details?.find((detail) => detail.image === image)?.alt;
}
