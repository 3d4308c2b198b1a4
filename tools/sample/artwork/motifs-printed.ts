import { pathOf } from '#shared/pattern/geometry.ts';
import { octagonStar, squareStar } from '#shared/pattern/star.ts';
import type { Colours } from './colours.ts';
import { word } from './letters.ts';
import { circle, each, line, placed, polygon, rect, shape } from './svg.ts';

/** Subjects about print, type and space, each drawn in a box of 600 by 480 units. */

/** A large letter between its construction lines. */
export function specimen({ ink, accent, shade }: Colours): string {
  return [
    each(4, (row) => rect(0, 60 + row * 120, 600, 3, shade)),
    each(3, (column) => rect(90 + column * 210, 20, 3, 440, shade)),
    word('N', 176, 64, 356, ink, 0.8),
    each(4, (index) => circle(176 + (index % 2) * 237, 64 + Math.floor(index / 2) * 356, 12, accent)),
  ].join('');
}

/** A pointed arch with a star in it. */
export function arch({ panel, ink, accent, shade }: Colours): string {
  const star = pathOf(octagonStar({ x: 0, y: 0 }, () => 24));
  return [
    rect(110, 10, 380, 460, ink, 4),
    shape('M150 470V220C150 130 230 90 300 40C370 90 450 130 450 220V470Z', panel),
    shape('M184 470V232C184 164 246 132 300 94C354 132 416 164 416 232V470Z', shade),
    placed(shape(star, accent), 300, 272, 1.7),
    placed(shape(star, panel), 300, 272, 0.8),
    rect(150, 446, 300, 24, accent),
  ].join('');
}

/** Steps of blocks, seen from a corner. */
export function blocks({ ink, accent, shade }: Colours): string {
  const cube = (x: number, y: number, height: number) => {
    const [w, d] = [70, 40];
    return (
      polygon(
        [
          [x, y - height],
          [x + w, y - d - height],
          [x + 2 * w, y - height],
          [x + w, y + d - height],
        ],
        accent,
      ) +
      polygon(
        [
          [x, y - height],
          [x + w, y + d - height],
          [x + w, y + d],
          [x, y],
        ],
        ink,
      ) +
      polygon(
        [
          [x + w, y + d - height],
          [x + 2 * w, y - height],
          [x + 2 * w, y],
          [x + w, y + d],
        ],
        shade,
      )
    );
  };
  const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ row, column })));
  return cells
    .map(({ row, column }) => {
      const height = 40 + ((row * 5 + column * 3) % 4) * 44;
      return cube(230 + (column - row) * 70, 320 + (column + row) * 40, height);
    })
    .join('');
}

/** A company logo drawn from a square star, with construction lines. */
export function mark({ ink, accent, shade, panel }: Colours): string {
  const star = pathOf(squareStar({ x: 0, y: 0 }, () => 20));
  return [
    each(7, (index) => rect(90 + index * 70, 30, 2, 420, shade) + rect(90, 30 + index * 70, 420, 2, shade)),
    line('M300 40A200 200 0 1 1 299.9 40Z', shade, 5),
    placed(shape(star, ink), 300, 240, 8.4),
    placed(shape(star, accent), 300, 240, 4.2),
    circle(300, 240, 26, panel),
  ].join('');
}

/** Pages of a printed book. */
export function book({ ink, accent, shade, panel }: Colours): string {
  const textLines = (x: number) =>
    each(9, (row) => rect(x, 150 + row * 28, row === 8 ? 110 : 190, 8, row === 0 ? accent : shade, 4));
  return [
    polygon(
      [
        [20, 70],
        [300, 100],
        [580, 70],
        [580, 430],
        [300, 460],
        [20, 430],
      ],
      ink,
    ),
    polygon(
      [
        [36, 60],
        [298, 88],
        [298, 442],
        [36, 414],
      ],
      panel,
    ),
    polygon(
      [
        [302, 88],
        [564, 60],
        [564, 414],
        [302, 442],
      ],
      panel,
    ),
    textLines(72),
    rect(340, 130, 190, 130, shade, 4),
    circle(400, 195, 40, accent),
    each(4, (row) => rect(340, 290 + row * 28, row === 3 ? 90 : 190, 8, shade, 4)),
  ].join('');
}
