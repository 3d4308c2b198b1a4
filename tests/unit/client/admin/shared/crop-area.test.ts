import { describe, expect, it } from 'vitest';
import {
  cropShapes,
  isWhole,
  largestArea,
  moveArea,
  resizeArea,
  wholePixels,
} from '../../../../../client/admin/shared/pictures/crop-area.ts';

const picture = { width: 1600, height: 1000 };
const corner = { x: 1, y: 1 } as const;

describe('the part that a crop keeps', () => {
  it.each(cropShapes)(
    'is the largest of the shape $label, inside the picture, around the middle of what was chosen',
    ({ ratio }) => {
      const all = largestArea(picture, ratio);
      expect([all.width, all.height]).toContain(ratio && ratio < 1.6 ? 1000 : 1600);
      if (ratio) expect(all.width / all.height).toBeCloseTo(ratio, 6);
      expect(all.x + all.width / 2).toBeCloseTo(800, 6);
      const inCorner = largestArea(picture, ratio, { x: 1500, y: 900, width: 100, height: 100 });
      expect(inCorner.x + inCorner.width).toBeLessThanOrEqual(1600.000_001);
      expect(inCorner.y + inCorner.height).toBeLessThanOrEqual(1000.000_001);
      if (ratio === 1) expect(inCorner).toEqual({ x: 600, y: 0, width: 1000, height: 1000 });
    },
  );

  it('moves as far as the edges', () => {
    const part = { x: 100, y: 100, width: 300, height: 200 };
    expect(moveArea(part, 20, -30, picture)).toEqual({ ...part, x: 120, y: 70 });
    expect(moveArea(part, -500, 5000, picture)).toEqual({ ...part, x: 0, y: 800 });
  });

  it('follows the corner that is pulled, while the opposite one stays', () => {
    const part = { x: 400, y: 300, width: 400, height: 200 };
    expect(resizeArea(part, corner, [50, -20], undefined, picture)).toEqual({
      ...part,
      width: 450,
      height: 180,
    });
    expect(resizeArea(part, { x: -1, y: -1 }, [50, -20], undefined, picture)).toEqual({
      x: 450,
      y: 280,
      width: 350,
      height: 220,
    });
  });

  it('keeps its shape, and neither leaves the picture nor becomes too small', () => {
    const part = { x: 400, y: 300, width: 400, height: 200 };
    const pulled = resizeArea(part, corner, [5000, 0], 2, picture);
    expect(pulled).toEqual({ x: 400, y: 300, width: 1200, height: 600 });
    expect(resizeArea(part, corner, [0, 100], 2, picture)).toEqual({ ...part, width: 600, height: 300 });
    expect(resizeArea(part, corner, [-5000, 0], 2, picture)).toEqual({ ...part, width: 32, height: 16 });
    expect(resizeArea(part, { x: -1, y: 1 }, [5000, -5000], undefined, picture)).toEqual({
      x: 784,
      y: 300,
      width: 16,
      height: 16,
    });
    const tiny = { width: 8, height: 8 };
    expect(resizeArea({ ...tiny, x: 0, y: 0 }, corner, [-50, -50], 1, tiny)).toEqual({ ...tiny, x: 0, y: 0 });
  });

  it('is cut in whole pixels of the picture', () => {
    expect(wholePixels({ x: 0.4, y: 999.7, width: 1600.2, height: 0.2 }, picture)).toEqual({
      x: 0,
      y: 999,
      width: 1600,
      height: 1,
    });
    expect(isWhole({ ...picture, x: 0, y: 0 }, picture)).toBe(true);
    expect(isWhole({ x: 0, y: 0, width: 1599, height: 1000 }, picture)).toBe(false);
  });
});
