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

/** A card of a catalogue, next to it what was read on it, with one word to mend, and a box for what somebody knows. */
export function catalogue({ panel, ink, accent, shade }: Colours): string {
  const typed = [150, 214, 182, 120, 196];
  return [
    rect(20, 60, 290, 220, ink, 6),
    rect(48, 88, 120, 16, accent, 4),
    line('M20 122H310', shade, 3),
    each(4, (index) => rect(48, 140 + index * 26, typed[index] ?? 0, 10, shade, 5)),
    circle(165, 256, 12, panel),
    each(5, (index) => rect(350, 88 + index * 34, typed[index] ?? 0, 14, ink, 7)),
    rect(428, 156, 76, 14, accent, 7),
    line('M424 182H508', accent, 4),
    rect(20, 320, 560, 100, shade, 6),
    rect(44, 346, 210, 14, ink, 7),
    rect(44, 380, 320, 14, ink, 7),
    rect(384, 374, 5, 26, accent),
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
