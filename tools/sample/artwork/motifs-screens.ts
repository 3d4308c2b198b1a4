import type { Colours } from './colours.ts';
import { circle, each, line, polygon, rect, shape } from './svg.ts';

/** Subjects with screens, each drawn in a box of 600 by 480 units. */

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

/** Two phones, one behind the other. */
export function phones({ panel, ink, accent, shade }: Colours): string {
  const phone = (x: number, y: number, body: string) =>
    rect(x, y, 214, 400, ink, 30) + rect(x + 10, y + 12, 194, 376, panel, 22) + body;
  return [
    phone(
      70,
      20,
      each(5, (row) => {
        const y = 66 + row * 66;
        return (
          circle(112, y + 20, 20, row === 1 ? accent : shade) +
          rect(144, y + 8, 100, 10, ink, 5) +
          rect(144, y + 26, 70, 8, shade, 4)
        );
      }),
    ),
    phone(
      316,
      60,
      rect(344, 106, 158, 150, shade, 14) +
        line('M362 226L400 176L430 206L484 136', accent, 9) +
        circle(484, 136, 11, ink) +
        rect(344, 276, 158, 14, ink, 7) +
        rect(344, 302, 110, 10, shade, 5) +
        rect(344, 374, 158, 44, accent, 22),
    ),
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

/** A city map: blocks of houses, a river, and a route with its destination. */
export function map({ ink, accent, shade }: Colours): string {
  const blocks = each(6, (column) =>
    each(5, (row) => {
      const wide = (column * 7 + row * 3) % 4 === 0 ? 64 : 78;
      return rect(14 + column * 98, 12 + row * 94, wide, 70 - ((column + row * 2) % 3) * 8, shade, 5);
    }),
  );
  return [
    blocks,
    line('M0 330C120 300 160 400 300 360S480 250 600 300', ink, 30),
    line('M50 440V280H244V188H440V96', accent, 12),
    circle(50, 440, 16, ink),
    shape('M440 100C400 50 410 6 440 6S480 50 440 100Z', accent),
    circle(440, 40, 13, ink),
  ].join('');
}
