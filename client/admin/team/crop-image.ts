import { teamPhoto } from '#shared/limits.ts';
import type { Size } from '../shared/pictures/crop-area.ts';

/**
 * Returns the size of the crop in pixels: exactly the team's shape, its longest side at most 1600, never larger than
 * the cropped part.
 */
export function cutSize({ height }: Pick<Size, 'height'>): Size {
  const steps = Math.min(
    Math.round(height / teamPhoto.height),
    Math.floor(teamPhoto.longestSide / teamPhoto.height),
  );
  const share = Math.max(1, steps);
  return { width: share * teamPhoto.width, height: share * teamPhoto.height };
}
