/** The side of the square, in pixels, into which a logo is drawn to read its colours. */
const side = 256;

/** Returns the pixels of a picture of this site. Rejects if the browser cannot load or draw it. */
export async function readLogoPixels(src: string): Promise<Uint8ClampedArray> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas.');
  // Without smoothing, no mixed colours appear between two areas of a logo that is made smaller.
  context.imageSmoothingEnabled = false;
  // The shape of the logo does not matter here. A size is given, because an SVG may have none.
  context.drawImage(image, 0, 0, side, side);
  return context.getImageData(0, 0, side, side).data;
}
