import { encodeImage } from '../../../ui/encode-image.ts';

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

interface CutOptions extends Pick<Parameters<typeof encodeImage>[2], 'size' | 'types' | 'opaque'> {
  /** Name of the original file. The result gets this name with the extension of its own type. */
  name: string;
}

/** Returns an area of a picture as a new file; undefined if that is not possible. */
export async function cutImage(
  picture: HTMLImageElement,
  area: Parameters<typeof encodeImage>[1],
  { name, ...encoding }: CutOptions,
): Promise<File | undefined> {
  const encoded = await encodeImage(picture, area, { ...encoding, quality });
  return encoded && new File([encoded], cutName(name, encoded.type), { type: encoded.type });
}

/** Returns the name of the original file with the extension of the crop's type. */
function cutName(name: string, type: string): string {
  const base = name.replace(/\.[^.]*$/, '') || 'photo';
  return `${base}.${endings[type] ?? 'png'}`;
}
