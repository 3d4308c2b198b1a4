import type { Colours } from './colours.ts';
import { circle, each, line, polygon, rect, shape } from './svg.ts';

/** Subjects about film and sound, each drawn in a box of 600 by 480 units. */

/** A strip of film with mountains in its frame. */
export function film({ panel, ink, accent, shade }: Colours): string {
  return [
    rect(0, 60, 600, 360, ink, 10),
    each(
      10,
      (index) => rect(20 + index * 58, 76, 34, 26, panel, 5) + rect(20 + index * 58, 378, 34, 26, panel, 5),
    ),
    rect(60, 118, 480, 244, shade, 4),
    circle(420, 190, 40, accent),
    polygon(
      [
        [60, 362],
        [190, 200],
        [270, 290],
        [350, 220],
        [470, 362],
      ],
      ink,
    ),
    polygon(
      [
        [190, 200],
        [222, 236],
        [196, 246],
        [164, 232],
      ],
      panel,
    ),
    polygon(
      [
        [330, 362],
        [450, 270],
        [540, 362],
      ],
      panel,
    ),
  ].join('');
}

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

/** Six small pictures of a story. */
export function storyboard({ panel, ink, accent, shade }: Colours): string {
  const scenes = [
    circle(80, 70, 30, accent),
    shape('M0 110L60 50L100 90L130 64L160 110Z', ink),
    rect(66, 30, 28, 80, ink) + circle(80, 26, 18, accent),
    line('M10 100L80 20L150 100', ink, 8) + circle(80, 84, 14, accent),
    each(4, (index) =>
      rect(16 + index * 34, 100 - index * 22, 24, 10 + index * 22, index === 3 ? accent : ink),
    ),
    shape('M40 110V60A40 40 0 0 1 120 60V110Z', ink) + circle(80, 70, 16, panel),
  ];
  return scenes
    .map((scene, index) => {
      const x = 16 + (index % 3) * 196;
      const y = 50 + Math.floor(index / 3) * 200;
      return `${rect(x, y, 176, 126, shade, 6)}<g transform="translate(${x + 8} ${y + 8})">${scene}</g>${rect(x, y + 140, 120, 10, ink, 5)}`;
    })
    .join('');
}

/** Frames in a circle, as on an animator's wheel. */
export function wheel({ panel, ink, accent, shade }: Colours): string {
  return [
    circle(300, 240, 226, ink),
    each(12, (index) => {
      const angle = (index * Math.PI) / 6;
      const lift = 14 * Math.sin(angle * 2);
      return circle(
        300 + (160 + lift) * Math.cos(angle),
        240 + (160 + lift) * Math.sin(angle),
        20 + (index % 6) * 3,
        index % 3 === 0 ? accent : shade,
      );
    }),
    circle(300, 240, 78, panel),
    circle(300, 240, 16, ink),
  ].join('');
}
