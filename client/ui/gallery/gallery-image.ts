/** One image of a gallery; `image` is an address under our origin. */
export interface GalleryImage {
  id: number;
  image: string;
}
