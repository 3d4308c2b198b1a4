import type { Id } from '#shared/id.ts';
/** One image of a gallery; `image` is an address under our origin. */
export interface GalleryImage {
  id: Id;
  image: string;
}
