import { circle, shape, stroke } from './svg.ts';

/** A face, seen from the front and lit from the left. Lengths are in units of a drawing that is 400 units wide. */
export interface Face {
  skin: string;
  /** Half the width of the head at the temples, the jaw and the chin, and the height of the chin. */
  temple?: number;
  jaw?: number;
  chin?: number;
  chinAt?: number;
  neck?: number;
  brow: { colour: string; thick: number; arch: number; tilt?: number };
  eyes: { colour: string; lashes?: boolean; open?: number; apart?: number };
  nose?: { wide?: number; long?: number };
  mouth: { wide: number; smile: number; full: number; lips?: string; teeth?: boolean };
  /** How visible the lines of age are, from 0 to 1. */
  age?: number;
  ears?: boolean;
  /** The beard, below nose and lips. */
  beard?: string;
}

const white = '#fbf4ea';
const dark = '#20140f';

/** Returns the colour between two colours of the form #rrggbb. */
export function mix(from: string, to: string, share: number): string {
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [a, b] = [parts(from), parts(to)];
  const mixed = a.map((value, at) => Math.round(value + ((b[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The colours of a skin: in the light, in the shade, where light falls on it straight, and where blood shows. */
export function skinTones(skin: string) {
  return {
    skin,
    shade: mix(skin, '#6b2418', 0.26),
    deep: mix(skin, '#4a1710', 0.52),
    light: mix(skin, '#ffe9cf', 0.34),
    blush: mix(skin, '#d4503a', 0.24),
  };
}

/** Returns the outline of the head without ears. */
export function headOutline({ temple = 76, jaw = 58, chin = 30, chinAt = 304 }: Face): string {
  const [l, r] = [200 - temple, 200 + temple];
  return `M${l} 184C${l} 116 152 86 200 86S${r} 116 ${r} 184C${r} 222 ${200 + jaw + 10} 242 ${200 + jaw} 264C${200 + jaw - 10} 286 ${200 + chin} ${chinAt} 200 ${chinAt}S${200 - jaw + 10} 286 ${200 - jaw} 264C${200 - jaw - 10} 242 ${l} 222 ${l} 184Z`;
}

/** Returns head, ears and features, without hair. */
export function face(person: Face): string {
  const { skin, shade, blush } = skinTones(person.skin);
  const outline = headOutline(person);
  const { temple = 76 } = person;
  // The head in the shade, and on it the same head, moved towards the light.
  const lit = `<g transform="translate(-17 -5)">${shape(outline, skin)}</g>`;
  const cheek = (x: number, colour: string) =>
    `<ellipse cx="${x}" cy="236" rx="17" ry="10" fill="${colour}" opacity="0.36"/>`;
  return (
    (person.ears === false ? '' : ear(200 - temple, 1, person) + ear(200 + temple, -1, person)) +
    shape(outline, shade) +
    `<clipPath id="head"><path d="${outline}"/></clipPath><g clip-path="url(#head)">${lit}` +
    `${cheek(152, blush)}${cheek(244, blush)}</g>` +
    ages(person) +
    (person.beard ?? '') +
    nose(person) +
    mouth(person) +
    eye(person, -1) +
    eye(person, 1) +
    brow(person, -1) +
    brow(person, 1)
  );
}

function ear(x: number, side: 1 | -1, person: Face): string {
  const { skin, shade, deep } = skinTones(person.skin);
  const at = (dx: number) => x + dx * side;
  const outer = `M${at(6)} 186C${at(-12)} 172 ${at(-20)} 192 ${at(-14)} 212C${at(-10)} 228 ${at(0)} 240 ${at(10)} 232Z`;
  const inner = `M${at(2)} 194C${at(-8)} 188 ${at(-13)} 198 ${at(-9)} 210C${at(-7)} 216 ${at(-2)} 216 ${at(0)} 222`;
  return shape(outer, side === 1 ? skin : shade) + stroke(inner, side === 1 ? shade : deep, 3);
}

function eye(person: Face, side: 1 | -1): string {
  const { shade, deep } = skinTones(person.skin);
  const { colour, lashes = false, open = 1, apart = 34 } = person.eyes;
  const top = -9 * open;
  // Drawn for the right eye; the left one is mirrored, but the light in it comes from the left too.
  const almond = `M-16 2C-11 ${top} 3 ${top - 2.5} 9 ${top * 0.62}C13 ${top * 0.3} 15 0 17 2C9 8 -8 9 -16 2Z`;
  const id = side === 1 ? 'eye-right' : 'eye-left';
  const mirrored = side === 1 ? '' : ' scale(-1 1)';
  const lidLine = `M-17 3C-11 ${top} 3 ${top - 2.5} 9 ${top * 0.62}C13 ${top * 0.3} 15 0 ${lashes ? '21 -2' : '18 2'}`;
  const glint = side === 1 ? -2.6 : 2.6;
  return (
    `<g transform="translate(${200 + side * apart} 200)${mirrored}">` +
    shape(`M-20 2C-13 -16 10 -17 19 -1C10 -8 -10 -8 -20 2Z`, shade) +
    `<clipPath id="${id}"><path d="${almond}"/></clipPath>` +
    `<g clip-path="url(#${id})">${shape(almond, white)}${circle(0, -1.5, 7.6, colour)}${circle(0, -1.5, 3.6, dark)}` +
    `${shape(`M-18 -14L20 -14L20 ${top * 0.25}C10 ${top * 0.72} -8 ${top * 0.66} -18 4Z`, 'rgb(60 30 30 / 0.22)')}${circle(glint, -4.4, 1.9, white)}</g>` +
    stroke(lidLine, dark, lashes ? 3.6 : 2.8) +
    stroke('M-11 8C-4 11 8 10 14 5', deep, 1.2) +
    '</g>'
  );
}

function brow(person: Face, side: 1 | -1): string {
  const { colour, thick, arch, tilt = 0 } = person.brow;
  const { apart = 34 } = person.eyes;
  const peak = -arch;
  const d = `M-20 ${thick / 2}C-21 ${-thick / 2} -19 ${-thick / 2} -17 ${-thick / 2}C-6 ${peak - thick} 8 ${peak - thick} 25 ${4 - tilt}C9 ${peak + 1} -5 ${peak + thick * 0.7} -18 ${thick / 2 + 1}Z`;
  const mirrored = side === 1 ? '' : ' scale(-1 1)';
  return `<g transform="translate(${200 + side * apart} 178)${mirrored}">${shape(d, colour)}</g>`;
}

function nose({ skin: own, nose: form = {} }: Face): string {
  const { shade, deep, light } = skinTones(own);
  const { wide = 17, long = 247 } = form;
  const [l, r] = [200 - wide, 200 + wide];
  return (
    // The side away from the light, from the brow to the wing.
    shape(
      `M206 184C214 190 206 204 208 216C210 228 ${r - 1} ${long - 14} ${r + 1} ${long - 5}C${r + 2} ${long + 3} ${r - 6} ${long + 5} ${r - 11} ${long + 2}C206 ${long + 7} 194 ${long + 7} 190 ${long + 2}C198 ${long + 1} 206 ${long - 4} 204 ${long - 14}C201 220 200 206 202 194Z`,
      shade,
    ) +
    stroke(
      `M${l + 5} ${long + 2}C${l - 1} ${long + 2} ${l - 3} ${long - 6} ${l + 2} ${long - 12}`,
      shade,
      3.2,
    ) +
    stroke(`M${l + 7} ${long + 1}C192 ${long - 2} 193 ${long + 2} 196 ${long + 3}`, deep, 3) +
    stroke(`M${r - 7} ${long + 1}C208 ${long - 2} 207 ${long + 2} 204 ${long + 3}`, deep, 3) +
    shape(
      `M193 200C195 212 192 226 192 ${long - 12}C192 ${long - 6} 197 ${long - 6} 198 ${long - 12}C198 226 197 212 197 202Z`,
      light,
    )
  );
}

function mouth({ skin: own, mouth: form, beard }: Face): string {
  const { shade, deep } = skinTones(own);
  const { wide, smile, full, lips = mix(own, '#a8323a', 0.42), teeth = false } = form;
  const [y, corner] = [273, 273 - smile];
  const [l, r] = [200 - wide, 200 + wide];
  const low = y + full * (teeth ? 1.25 : 1);
  const upper = `M${l} ${corner}C${l + 10} ${y - 5} 190 ${y - full * 0.75} 200 ${y - full * 0.45}C210 ${y - full * 0.75} ${r - 10} ${y - 5} ${r} ${corner}C${r - 12} ${y + 2} 212 ${y + 3} 200 ${y + 3}S${l + 12} ${y + 2} ${l} ${corner}Z`;
  const lower = `M${l + 2} ${corner + 1}C${l + 12} ${low + 2} 188 ${low + 4} 200 ${low + 4}S${r - 12} ${low + 2} ${r - 2} ${corner + 1}C${r - 12} ${y + 2} 212 ${y + 3} 200 ${y + 3}S${l + 12} ${y + 2} ${l + 2} ${corner + 1}Z`;
  const open = `M${l + 5} ${corner + 2}C${l + 14} ${y + 1} 188 ${y + 1} 200 ${y + 1}S${r - 14} ${y + 1} ${r - 5} ${corner + 2}C${r - 16} ${y + 11} 210 ${y + 12} 200 ${y + 12}S${l + 16} ${y + 11} ${l + 5} ${corner + 2}Z`;
  // The shadow below the lips, and the corners.
  const around =
    shape(
      `M190 ${low + 9}C195 ${low + 13} 207 ${low + 13} 212 ${low + 8}C206 ${low + 10} 197 ${low + 10} 190 ${low + 9}Z`,
      shade,
    ) +
    stroke(
      `M${l - 4} ${corner - 4}C${l - 6} ${corner} ${l - 5} ${corner + 4} ${l - 3} ${corner + 5}`,
      deep,
      1.5,
    ) +
    stroke(
      `M${r + 4} ${corner - 4}C${r + 6} ${corner} ${r + 5} ${corner + 4} ${r + 3} ${corner + 5}`,
      deep,
      1.5,
    );
  return (
    shape(lower, lips) +
    shape(upper, mix(lips, dark, 0.22)) +
    (teeth
      ? shape(open, white) + stroke(open, mix(lips, dark, 0.55), 1.6)
      : stroke(
          `M${l - 1} ${corner - 0.5}C${l + 12} ${y + 2} 188 ${y + 3} 200 ${y + 2.5}S${r - 12} ${y + 2} ${r + 1} ${corner - 0.5}`,
          mix(lips, dark, 0.62),
          2.4,
        )) +
    (beard === undefined ? around : '')
  );
}

/** The lines of a face: beside the nose, below and beside the eyes, on the brow. */
function ages({ skin: own, age = 0.25 }: Face): string {
  const { skin, shade } = skinTones(own);
  const ink = mix(skin, shade, 0.35 + 0.65 * age);
  const folds =
    stroke('M176 246C170 252 166 262 163 272', ink, 2.2) +
    stroke('M224 246C230 252 234 262 237 272', ink, 2.2);
  if (age < 0.5) return folds;
  return (
    folds +
    stroke('M150 216C158 222 170 223 180 219', ink, 1.8) +
    stroke('M220 219C230 223 242 222 250 216', ink, 1.8) +
    stroke('M140 196L132 191M140 203L131 204', ink, 1.8) +
    stroke('M260 196L268 191M260 203L269 204', ink, 1.8) +
    stroke('M172 146C190 141 212 141 230 146', ink, 1.8)
  );
}
