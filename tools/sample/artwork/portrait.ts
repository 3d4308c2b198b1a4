import { type Face, face, headOutline, skinTones } from './face.ts';
import { rect, shape, svg } from './svg.ts';

/** A portrait of a person who does not exist: head and shoulders on a ground of one colour, lit from the left. */
export interface Portrait extends Face {
  ground: string;
  hair: string;
  /** Degrees by which the head leans; positive to the right. */
  lean?: number;
  /** Parts that are drawn for this person: behind the head, on the body and over the head. */
  behind?: string;
  dress: string;
  over: string;
}

/** The drawing is 400 units wide and 500 high; the head is around (200, 200). */
const [width, height] = [400, 500];

/** Returns an SVG document of the portrait that is `size` units wide. */
export function drawPortrait(portrait: Portrait, size: number): string {
  const { ground, lean = 0, behind = '', dress, over } = portrait;
  const head = face(portrait) + over;
  // The head is drawn smaller than it is shown.
  const leaning = (content: string) =>
    `<g transform="translate(200 336) rotate(${lean}) scale(1.16) translate(-200 -306)">${content}</g>`;
  const body = rect(0, 0, width, height, ground) + leaning(behind) + neck(portrait) + dress + leaning(head);
  const scale = size / width;
  return svg(size, height * scale, `<g transform="scale(${scale})">${body}</g>`);
}

/** The neck, and on it the shadow of the chin. */
function neck(portrait: Portrait): string {
  const { skin, shade } = skinTones(portrait.skin);
  const half = portrait.neck ?? 38;
  const [left, right] = [200 - half, 200 + half];
  const outline = `M${left} 250L${left} 338C${left} 366 150 376 120 390L200 470L280 390C250 376 ${right} 366 ${right} 338L${right} 250Z`;
  return (
    shape(outline, skin) +
    `<clipPath id="neck"><path d="${outline}"/></clipPath>` +
    `<g clip-path="url(#neck)">${`<g transform="translate(6 58)">${shape(headOutline(portrait), shade)}</g>`}` +
    `${shape(`M${right - 20} 300L${right + 80} 300L${right + 80} 480L216 480C236 420 ${right - 18} 380 ${right - 20} 300Z`, shade)}</g>`
  );
}
