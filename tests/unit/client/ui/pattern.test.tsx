import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawPattern, seedNumber } from '#shared/pattern/drawing.ts';
import {
  maxAngle,
  minAngle,
  octagonStar,
  type Point,
  pathOf,
  squareStar,
  tileSize,
} from '#shared/pattern/geometry.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { SiteInfoContext } from '../../../../client/site-info.ts';
import { Pattern } from '../../../../client/ui/Pattern.tsx';
import { InCompany } from '../in-company.tsx';

const render = (pattern: ReactNode) => renderToStaticMarkup(<InCompany>{pattern}</InCompany>);

function InCompanyWithFiles({ drawn = false }) {
  const info = { site: sampleSite, origin: 'https://studio.example', patterns: '/pattern/v1/' };
  return (
    <SiteInfoContext value={info}>
      <Pattern seed="a" drawn={drawn} />
    </SiteInfoContext>
  );
}

const turning = (point: Point) => minAngle + ((maxAngle - minAngle) * (point.x + point.y)) / (8 * tileSize);
const near = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-9;
const shared = (a: Point[], b: Point[]) => a.filter((point) => b.some((other) => near(point, other)));

/** Returns the direction of a line from a corner, as an angle from 0 to 180 degrees. */
function slope(corner: Point, other: Point | undefined): number {
  if (!other) throw new Error('a star has no such corner');
  const degrees = (Math.atan2(other.y - corner.y, other.x - corner.x) * 180) / Math.PI;
  return Math.round((((degrees % 180) + 180) % 180) * 1e6) / 1e6;
}

describe('the star pattern', () => {
  const half = tileSize / 2;
  const left = octagonStar({ x: half, y: half }, turning);
  const right = octagonStar({ x: 3 * half, y: half }, turning);
  const square = squareStar({ x: tileSize, y: tileSize }, turning);

  it('has stars of 8 points in octagons and 4 in squares', () => {
    expect(left).toHaveLength(16);
    expect(square).toHaveLength(8);
  });

  it('meets in the middle of every edge that two tiles share', () => {
    expect(shared(left, right)).toHaveLength(1);
    expect(shared(left, square)).toHaveLength(1);
  });

  it('carries lines straight on across an edge, also where the angle drifts', () => {
    const index = left.findIndex((point) => right.some((other) => near(point, other)));
    const corner = left[index] as Point;
    const mirror = right.findIndex((point) => near(point, corner));
    const slopes = (star: Point[], at: number) =>
      [star.at((at + 1) % star.length), star.at(at - 1)].map((other) => slope(corner, other)).sort();
    expect(slopes(left, index)).toEqual(slopes(right, mirror));
  });

  it.each([minAngle, maxAngle])('keeps its points inside the tile at %i degrees', (angle) => {
    for (const point of octagonStar({ x: 0, y: 0 }, () => angle)) {
      expect(Math.hypot(point.x, point.y)).toBeLessThanOrEqual(half + 1e-9);
    }
  });
});

describe('a drawing', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(drawPattern('post-1', 6, 4)).toEqual(drawPattern('post-1', 6, 4));
    expect(drawPattern('post-1', 6, 4).stars).not.toBe(drawPattern('post-2', 6, 4).stars);
  });

  it('uses every palette among the first posts', () => {
    const used = Array.from({ length: 24 }, (_, id) => drawPattern(`post-${id}`, 2, 2).palette);
    expect(new Set(used).size).toBe(4);
  });

  it('has no broken number in it, and is small', () => {
    const html = render(<Pattern seed="naqsh" columns={16} rows={9} />);
    expect(html).not.toMatch(/NaN|Infinity|e-\d/);
    expect(html.length).toBeLessThan(25_000);
  });

  it('has every corner where it was worked out, to the nearest unit', () => {
    const star = octagonStar({ x: -30, y: 70 }, turning);
    const steps = (pathOf(star).match(/-?\d+/g) ?? []).map(Number);
    let x = 0;
    let y = 0;
    const corners: Point[] = [];
    for (let at = 0; at < steps.length; at += 2) {
      x += steps[at] ?? Number.NaN;
      y += steps[at + 1] ?? Number.NaN;
      corners.push({ x, y });
    }
    // Adding 0 turns -0 into 0.
    expect(corners).toEqual(star.map((one) => ({ x: Math.round(one.x) + 0, y: Math.round(one.y) + 0 })));
  });

  it('is hidden from assistive technology', () => {
    expect(render(<Pattern seed="a" />)).toContain('aria-hidden="true"');
    expect(render(<InCompanyWithFiles />)).toContain('aria-hidden="true"');
  });

  it('is a file where the server draws it, of the palette that the seed would have in the page', () => {
    const { palette } = drawPattern('a', 6, 4);
    const html = render(<InCompanyWithFiles />);
    expect(html).toContain(`src="/pattern/v1/${palette}-6x4-${seedNumber('a').toString(16)}.svg"`);
    expect(html).not.toContain('<path');
    // This page may be shown while the server cannot be reached.
    expect(render(<InCompanyWithFiles drawn />)).toContain('<path');
  });
});
