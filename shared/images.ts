/** Widths in pixels in which pictures are served, from small to large. Any other is 404: what can be asked for is bounded. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1920] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** A width of the list, as it stands in an address; undefined for anything else. */
export function imageWidthOf(text: string): ImageWidth | undefined {
  return imageWidths.find((width) => String(width) === text);
}

/**
 * True for a plain path below a media path (UPSTREAM_MEDIA_PATHS) that the server makes smaller: one picture in one spelling, so
 * without query and fragment. Vector pictures, data: and addresses of other sites are shown as they are.
 */
export function hasSizes(address: string, mediaPaths: readonly string[]): boolean {
  return (
    mediaPaths.some((prefix) => address.startsWith(`${prefix}/`) && address.length > prefix.length + 1) &&
    !/[?#\\\s,]|%(?![0-9a-f]{2})|\/\.{0,2}(\/|$)|\.svg$/i.test(address)
  );
}

/** The address of a picture of the media in one width: /storage/a.webp → /img/640/storage/a.webp. */
export function imageAddress(path: string, width: ImageWidth): string {
  return `/img/${width}${path}`;
}

/**
 * The widths of a picture for `srcset`: `largest`, and down to a third of it. Less is of no use in the same place, and each width is
 * 60 letters in the page.
 */
export function srcSetOf(path: string, largest: ImageWidth): string {
  return imageWidths
    .filter((width) => width <= largest && width >= largest / 3)
    .map((width) => `${imageAddress(path, width)} ${width}w`)
    .join(', ');
}
