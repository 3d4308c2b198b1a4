import { teamPhoto } from '#shared/limits.ts';

/** Between "no difference to be seen" and "half the bytes". */
const quality = 0.86;

/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The size of the cut in pixels: exactly of the team's shape, its longest side at most 1600, never larger than the part is. */
export function cutSize({ height }: Pick<Area, 'height'>): { width: number; height: number } {
  const steps = Math.min(
    Math.round(height / teamPhoto.height),
    Math.floor(teamPhoto.longestSide / teamPhoto.height),
  );
  const share = Math.max(1, steps);
  return { width: share * teamPhoto.width, height: share * teamPhoto.height };
}

/**
 * The part of a picture as a file of its own: WebP, or JPEG where the browser cannot write that. What the camera wrote along,
 * such as the place, is gone. Undefined when the picture cannot be drawn.
 */
export async function cutImage(
  picture: HTMLImageElement,
  area: Area,
  name: string,
): Promise<File | undefined> {
  const size = cutSize(area);
  const canvas = Object.assign(document.createElement('canvas'), size);
  const drawing = canvas.getContext('2d');
  if (!drawing) return undefined;
  drawing.imageSmoothingQuality = 'high';
  // JPEG has no holes: what is transparent there would be black.
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, size.width, size.height);
  drawing.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  for (const type of ['image/webp', 'image/jpeg']) {
    const encoded = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality);
    });
    // A browser without an encoder of the type answers with a PNG.
    if (encoded?.type === type) return new File([encoded], nameOf(name, type), { type });
  }
  return undefined;
}

function nameOf(name: string, type: string): string {
  const base = name.replace(/\.[^.]*$/, '') || 'photo';
  return `${base}.${type === 'image/webp' ? 'webp' : 'jpg'}`;
}
