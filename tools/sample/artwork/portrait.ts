import { colours as byPalette, type Palette } from './colours.ts';
import { field } from './field.ts';
import { circle, rect, shape, svg } from './svg.ts';

/** Hair or headgear of a portrait, in a box of 400 by 400 units. The head is at (200, 170). */
const heads = {
  short: (hair: string) =>
    shape('M124 176C116 96 160 74 204 74S288 100 276 176C268 140 240 128 200 128S134 140 124 176Z', hair),
  long: (hair: string) =>
    shape(
      'M112 300C104 120 140 70 200 70S296 120 288 300C262 300 270 190 256 146C226 136 174 136 144 146C130 190 138 300 112 300Z',
      hair,
    ),
  bun: (hair: string) =>
    circle(200, 66, 34, hair) +
    shape('M126 172C118 104 160 84 200 84S282 104 274 172C262 136 234 126 200 126S138 136 126 172Z', hair),
  cap: (hair: string) =>
    shape('M116 138C116 96 150 72 200 72S284 96 284 138Z', hair) + rect(106, 132, 188, 24, hair, 12),
  curls: (hair: string) =>
    [
      [134, 132],
      [150, 96],
      [188, 78],
      [228, 82],
      [258, 104],
      [270, 140],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 32, hair))
      .join(''),
};

/** Portrait of a team member, made of a few flat shapes and without a face. */
export interface Portrait {
  palette: Palette;
  head: keyof typeof heads | 'scarf';
  skin: string;
  hair: string;
  cloth: string;
  beard?: boolean;
}

/** Returns a square SVG document that is `size` units wide and high. */
export function drawPortrait({ palette, head, skin, hair, cloth, beard }: Portrait, size: number): string {
  const ground = field(`${head} ${cloth} ${hair}`, 400, 400, 100, byPalette[palette]);
  const scarf = head === 'scarf' ? shape('M96 400C84 150 120 60 200 60S316 150 304 400Z', hair) : '';
  const shoulders = shape('M40 400C44 316 110 286 166 278L200 300L234 278C290 286 356 316 360 400Z', cloth);
  const neck = head === 'scarf' ? '' : rect(172, 226, 56, 74, skin, 26);
  const face = `<ellipse cx="200" cy="174" rx="70" ry="84" fill="${skin}"/>`;
  const jaw = beard
    ? shape('M131 182C134 262 166 276 200 276S266 262 269 182C256 214 234 222 200 222S144 214 131 182Z', hair)
    : '';
  const over =
    head === 'scarf'
      ? shape('M112 226C96 110 140 62 200 62S304 110 288 226C286 150 256 112 200 112S114 150 112 226Z', hair)
      : heads[head](hair);
  const drape =
    head === 'scarf'
      ? shape(
          'M104 216C96 300 134 346 200 346S304 300 296 216C280 254 246 268 200 268S120 254 104 216Z',
          hair,
        )
      : '';
  const body = ground + scarf + neck + shoulders + drape + face + jaw + over;
  return svg(size, size, `<g transform="scale(${size / 400})">${body}</g>`);
}
