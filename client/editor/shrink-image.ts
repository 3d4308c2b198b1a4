import { isAnimated } from './animation.ts';
import { fitSize, type Size, smallerTypes } from './fit-size.ts';

/** Between "no difference to be seen" and "half the bytes"; both encoders take it. */
const quality = 0.85;

/**
 * The image with neither side over 2000 px, upright as its camera held it; the very same file when it is small enough,
 * moves, or would not lose a byte. The browser decodes, scales and encodes beside the page's own thread, where it can.
 * Also drops what the camera wrote along, such as the place where it stood.
 */
export async function shrinkImage(file: Blob, decoded: ImageBitmap): Promise<Blob> {
  const size = fitSize(decoded);
  if (!size || isAnimated(new Uint8Array(await file.arrayBuffer()))) return file;
  const scaled = await createImageBitmap(decoded, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  });
  try {
    return await smallest(file, scaled);
  } finally {
    scaled.close();
  }
}

async function smallest(file: Blob, picture: ImageBitmap): Promise<Blob> {
  let best = file;
  for (const type of smallerTypes(file.type)) {
    const encoded = await encode(picture, type);
    if (encoded && encoded.size < best.size) best = encoded;
  }
  return best;
}

/** Undefined where the browser has no encoder for the type: it then answers with a PNG. */
async function encode(picture: ImageBitmap, type: string): Promise<Blob | undefined> {
  const encoded = await drawn(picture, type);
  return encoded?.type === type ? encoded : undefined;
}

function drawn(picture: ImageBitmap, type: string): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return canvas.convertToBlob({ type, quality });
  }
  const canvas = Object.assign(document.createElement('canvas'), sizeOf(picture));
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
