import { teamPhoto } from '#shared/limits.ts';
import type { Size } from '../shared/pictures/crop-area.ts';

/**
 * Returns the size of the cropped photo in pixels: with exactly the aspect ratio of team photos, its longest side at
 * most 1600 pixels, and not enlarged beyond the selected area.
 */
export function cutSize({ height }: Pick<Size, 'height'>): Size {
  const steps = Math.min(
    Math.round(height / teamPhoto.height),
    Math.floor(teamPhoto.longestSide / teamPhoto.height),
  );
  const share = Math.max(1, steps);
  return { width: share * teamPhoto.width, height: share * teamPhoto.height };
}
