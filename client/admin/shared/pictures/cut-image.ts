import type { Area, Size } from './crop-area.ts';

/** Between "no difference to be seen" and "half the bytes". */
const quality = 0.86;

/** What browsers can write; for other types the one that comes nearest. */
const writable: Record<string, readonly string[]> = {
  'image/jpeg': ['image/jpeg'],
  'image/png': ['image/png'],
  'image/webp': ['image/webp', 'image/jpeg'],
  'image/gif': ['image/png'],
  'image/avif': ['image/webp', 'image/jpeg'],
};

/** The types in which a cut of a picture of this type can be written, the first that the browser can. */
export function cutTypes(type: string): readonly string[] {
  return writable[type] ?? ['image/png'];
}

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

interface CutOptions {
  /** How many pixels the cut has. */
  size: Size;
  /** The first of these that the browser can write. */
  types: readonly string[];
  /** The name of the picture; the cut has the same with its own ending. */
  name: string;
  /** What is transparent becomes white, as it does in a JPEG, which has no holes. */
  opaque?: boolean;
}

/**
 * The part of a picture as a file of its own. What the camera wrote along, such as the place, is gone. Undefined when the picture cannot be
 * drawn, or not be written in any of the types.
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
    // A browser without an encoder of the type answers with a PNG.
    if (encoded?.type === type) return new File([encoded], cutName(name, type), { type });
  }
  return undefined;
}

/** The name of a picture with the ending of the type in which its cut is written. */
function cutName(name: string, type: string): string {
  const base = name.replace(/\.[^.]*$/, '') || 'photo';
  return `${base}.${endings[type] ?? 'png'}`;
}
