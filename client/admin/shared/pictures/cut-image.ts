import type { Area, Size } from './crop-area.ts';

/** Between "no visible difference" and "half the bytes". */
const quality = 0.86;

/** Types that browsers can write; the closest one for other types. */
const writable: Record<string, readonly string[]> = {
  'image/jpeg': ['image/jpeg'],
  'image/png': ['image/png'],
  'image/webp': ['image/webp', 'image/jpeg'],
  'image/gif': ['image/png'],
  'image/avif': ['image/webp', 'image/jpeg'],
};

/**
 * Returns the types in which a crop of a picture of this type can be written; the first one that the browser supports
 * is used.
 */
export function cutTypes(type: string): readonly string[] {
  return writable[type] ?? ['image/png'];
}

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

interface CutOptions {
  /** Size of the result in pixels. */
  size: Size;
  /** Types to try; the first one that the browser can write is used. */
  types: readonly string[];
  /** Name of the picture; the result has the same name with its own extension. */
  name: string;
  /** True if transparent areas become white, as in a JPEG, which has no transparency. */
  opaque?: boolean;
}

/**
 * Returns an area of a picture as a new file, without the camera's metadata, such as the location. Undefined when the
 * picture cannot be drawn, or not be written in any of the types.
 */
export async function cutImage(
  picture: HTMLImageElement,
  area: Area,
  { size, types, name, opaque = false }: CutOptions,
): Promise<File | undefined> {
  for (const type of types) {
    const canvas = Object.assign(document.createElement('canvas'), size);
    const drawing = canvas.getContext('2d');
    if (!drawing) return undefined;
    drawing.imageSmoothingQuality = 'high';
    if (opaque || type === 'image/jpeg') {
      drawing.fillStyle = '#fff';
      drawing.fillRect(0, 0, size.width, size.height);
    }
    drawing.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
    const encoded = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality);
    });
    // A browser without an encoder of the type returns a PNG.
    if (encoded?.type === type) return new File([encoded], cutName(name, type), { type });
  }
  return undefined;
}

/** Returns the name of a picture with the extension of the crop's type. */
function cutName(name: string, type: string): string {
  const base = name.replace(/\.[^.]*$/, '') || 'photo';
  return `${base}.${endings[type] ?? 'png'}`;
}
