/** Size of a picture, in its own pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Quality of the written file, from 0 to 1: a compromise between visible loss and file size. */
const quality = 0.86;

/**
 * The file types to write for a picture of each type, in order of preference. Browsers cannot write every type, so
 * some are replaced by the closest one.
 */
const writable: Record<string, readonly string[]> = {
  'image/jpeg': ['image/jpeg'],
  'image/png': ['image/png'],
  'image/webp': ['image/webp', 'image/jpeg'],
  'image/gif': ['image/png'],
  'image/avif': ['image/webp', 'image/jpeg'],
};

/** Returns the file types in which a crop of a picture of this type may be written, in order of preference. */
export function cutTypes(type: string): readonly string[] {
  return writable[type] ?? ['image/png'];
}

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

interface CutOptions {
  /** Size of the result in pixels. */
  size: Size;
  /** Types to try; the first one that the browser can write is used. */
  types: readonly string[];
  /** Name of the original file. The result gets this name with the extension of its own type. */
  name: string;
  /** True if transparent areas are filled with white, because the result may be a JPEG, which has no transparency. */
  opaque?: boolean;
}

/**
 * Returns an area of a picture as a new file. The new file has no camera metadata such as the location. Undefined if
 * the picture cannot be drawn, or cannot be written in any of the types.
 */
export async function cutImage(
  picture: HTMLImageElement,
  area: Size & { x: number; y: number },
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
    // A browser that cannot write the type returns a PNG instead, so the type is checked.
    if (encoded?.type === type) return new File([encoded], cutName(name, type), { type });
  }
  return undefined;
}

/** Returns the name of the original file with the extension of the crop's type. */
function cutName(name: string, type: string): string {
  const base = name.replace(/\.[^.]*$/, '') || 'photo';
  return `${base}.${endings[type] ?? 'png'}`;
}
