import { expect, test } from 'vitest';
import { largestArea, moveArea, resizeArea } from '../../../../../client/admin/shared/pictures/crop-area.ts';

const picture = { width: 600, height: 400 };
const area = { x: 100, y: 100, width: 200, height: 100 };
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const topLeft = { x: -1, y: -1 } as const;
const bottomRight = { x: 1, y: 1 } as const;

test.each([
  ['the largest square is in the middle', largestArea(picture, 1), box(100, 0, 400, 400)],
  ['or near the area before', largestArea(picture, 1, box(0, 0, 100, 100)), box(0, 0, 400, 400)],
  ['an area stays within the picture', moveArea(area, 999, -999, picture), box(400, 0, 200, 100)],
  [
    'the opposite corner stays',
    resizeArea(area, topLeft, [-50, 20], undefined, picture),
    box(50, 120, 250, 80),
  ],
  [
    'a ratio stays, by the larger way',
    resizeArea(area, bottomRight, [2, 20], 2, picture),
    box(100, 100, 240, 120),
  ],
  [
    'none is too small',
    resizeArea(area, bottomRight, [-999, -999], undefined, picture),
    box(100, 100, 16, 16),
  ],
  ['none leaves the picture', resizeArea(area, topLeft, [-999, 0], 2, picture), box(0, 50, 300, 150)],
])('%s', (_what, got, wanted) => expect(got).toEqual(wanted));
