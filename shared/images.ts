/**
 * Widths in pixels in which pictures are served, from small to large. Any other width is 404, which limits the number
 * of possible requests. 768 is the full width of most phones.
 */
export const imageWidths = [160, 320, 480, 640, 768, 960, 1280, 1920] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** Parses a width from a URL; undefined if it is not in the list. */
export function imageWidthOf(text: string) {
  return imageWidths.find((width) => String(width) === text);
}

/**
 * True if the server offers smaller sizes of a picture: its address must be a plain path below a media path
 * (UPSTREAM_MEDIA_PATHS). A query or fragment is not allowed, so that each picture has one URL. Vector pictures,
 * `data:` URLs and pictures of other sites are shown unchanged.
 */
export function hasSizes(address: string, mediaPaths: readonly string[]) {
  return (
    mediaPaths.some((prefix) => address.startsWith(`${prefix}/`) && address.length > prefix.length + 1) &&
    !/[?#\\\s,]|%(?![0-9a-f]{2})|\/\.{0,2}(\/|$)|\.svg$/i.test(address)
  );
}

/** Returns the path of a media picture in one width: /storage/a.webp → /img/640/storage/a.webp. */
function imageAddress(path: string, width: ImageWidth) {
  return `/img/${width}${path}`;
}

/**
 * Returns the `srcset` of a picture, with the widths from `largest` down to a third of it. A place on a page that may
 * need `largest` never needs a smaller width, and each width adds 60 characters to the page.
 */
export function srcSetOf(path: string, largest: ImageWidth) {
  return imageWidths
    .filter((width) => width <= largest && width >= largest / 3)
    .map((width) => `${imageAddress(path, width)} ${width}w`)
    .join(', ');
}
