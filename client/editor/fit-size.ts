/** Longest side in pixels of an image that stands in a text. More is never seen, and every reader would load it. */
const longestSide = 2000;

export interface Size {
  width: number;
  height: number;
}

/** The size that keeps the shape with neither side over `longest`; undefined when the image is small enough as it is. */
export function fitSize({ width, height }: Size, longest = longestSide): Size | undefined {
  const share = longest / Math.max(width, height);
  if (share >= 1) return undefined;
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** The types to try for an image that was made smaller: a photo stays lossy, and what may have holes keeps them. */
export function smallerTypes(type: string): readonly string[] {
  if (type === 'image/jpeg') return ['image/jpeg'];
  if (type === 'image/png' || type === 'image/gif') return ['image/webp', 'image/png'];
  return ['image/webp'];
}
