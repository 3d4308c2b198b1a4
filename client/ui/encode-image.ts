interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Encoding {
  /** Size of the result in pixels. */
  size: { width: number; height: number };
  /** Types to try, in this order: the first one that the browser can write is used. */
  types: readonly string[];
  /** Quality of a JPEG or WebP file, from 0 to 1. */
  quality: number;
  /** True if transparent areas are filled with white. For a JPEG, which has no transparency, they always are. */
  opaque?: boolean;
}

/**
 * Draws an area of a picture in another size. The result has no metadata such as the location. Undefined if the browser
 * cannot draw the picture, or write any of the types.
 */
export async function encodeImage(
  picture: CanvasImageSource,
  area: Area,
  { size, types, quality, opaque = false }: Encoding,
) {
  for (const type of types) {
    const canvas = new OffscreenCanvas(size.width, size.height);
    const drawing = canvas.getContext('2d');
    if (!drawing) return undefined;
    drawing.imageSmoothingQuality = 'high';
    if (opaque || type === 'image/jpeg') {
      drawing.fillStyle = '#fff';
      drawing.fillRect(0, 0, size.width, size.height);
    }
    drawing.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
    const encoded = await canvas.convertToBlob({ type, quality });
    // A browser that cannot write the type returns a PNG instead, so the type is checked.
    if (encoded.type === type) return encoded;
  }
  return undefined;
}
