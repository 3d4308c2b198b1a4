import { pathOf } from '#shared/pattern/geometry.ts';
import { octagonStar } from '#shared/pattern/star.ts';
import type { Colours } from './colours.ts';
import { word } from './letters.ts';
import { circle, each, line, placed, polygon, rect, shape } from './svg.ts';

/** Subjects of the figures in posts, each drawn in a box of 600 by 480 units. */

/** Sound as bars around a middle line. */
export function waveform({ ink, accent, shade }: Colours): string {
  return [
    each(37, (index) => {
      const swell = Math.sin((index / 36) * Math.PI);
      const height = 24 + swell * (120 + 130 * Math.abs(Math.sin(index * 1.7)));
      return rect(
        8 + index * 16,
        240 - height / 2,
        9,
        height,
        index > 14 && index < 22 ? accent : index % 2 ? ink : shade,
        4.5,
      );
    }),
    rect(0, 238, 600, 4, ink),
  ].join('');
}

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

/** A browser window with cards in it. */
export function browser({ panel, ink, accent, shade }: Colours): string {
  return [
    rect(20, 30, 560, 420, ink, 14),
    rect(32, 82, 536, 356, panel, 6),
    each(3, (index) => circle(52 + index * 26, 56, 8, index === 0 ? accent : shade)),
    rect(150, 46, 360, 20, shade, 10),
    rect(56, 106, 210, 28, ink, 4),
    rect(56, 146, 150, 12, shade, 6),
    rect(56, 166, 180, 12, shade, 6),
    rect(56, 196, 96, 34, accent, 17),
    rect(310, 106, 234, 130, shade, 6),
    polygon(
      [
        [310, 236],
        [390, 150],
        [440, 200],
        [480, 164],
        [544, 236],
      ],
      ink,
    ),
    circle(500, 138, 16, accent),
    each(3, (index) => {
      const x = 56 + index * 166;
      return rect(x, 262, 156, 96, shade, 6) + rect(x, 370, 110, 12, ink, 6) + rect(x, 392, 140, 8, shade, 4);
    }),
  ].join('');
}

/** A bar chart with a line over it. */
export function chart({ ink, accent, shade }: Colours): string {
  const values = [90, 150, 120, 210, 180, 270, 320];
  const at = (index: number) => 62 + index * 70;
  return [
    each(5, (row) => rect(40, 60 + row * 80, 520, 3, shade)),
    values
      .map((value, index) => rect(at(index), 380 - value, 40, value, index === 6 ? accent : shade, 4))
      .join(''),
    line(`M${values.map((value, index) => `${at(index) + 20} ${350 - value}`).join('L')}`, ink, 7),
    values.map((value, index) => circle(at(index) + 20, 350 - value, 10, ink)).join(''),
    rect(40, 380, 520, 6, ink),
  ].join('');
}
