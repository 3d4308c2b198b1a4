import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawPattern, type PatternName, patternNames, seedNumber } from '#shared/pattern/drawing.ts';
import { type Point, pathOf, tileSize } from '#shared/pattern/geometry.ts';
import { maxAngle, minAngle, octagonStar, squareStar } from '#shared/pattern/star.ts';
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

/** Returns the corners of each outline of a path that consists of lines. */
function outlines(path: string): Point[][] {
  return path
    .split('z')
    .filter(Boolean)
    .map((outline) => {
      let at: Point = { x: 0, y: 0 };
      const steps = (outline.match(/-?\d+/g) ?? []).map(Number);
      return Array.from({ length: steps.length / 2 }, (_, index) => {
        at = { x: at.x + (steps[2 * index] ?? 0), y: at.y + (steps[2 * index + 1] ?? 0) };
        return at;
      });
    });
}

describe('the weave', () => {
  const { stars, squares } = drawPattern('weave', 4, 4, 'weave');
  const middle = (points: Point[]) => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  });

  it('has one band on top in the corners of the tiles, and the other in the centres', () => {
    const offset = (points: Point[]) => {
      const { x, y } = middle(points);
      return [x, y].map((each) => Math.abs(Math.round((each % tileSize) / (tileSize / 2)) % 2));
    };
    for (const band of outlines(stars)) expect(offset(band)).toEqual([0, 0]);
    for (const band of outlines(squares)) expect(offset(band)).toEqual([1, 1]);
    expect([outlines(stars).length, outlines(squares).length]).toEqual([25, 16]);
  });

  it('ends a band where it goes under the next one, and not inside of it', () => {
    const falling = outlines(squares);
    const steep = ({ x, y }: Point) => x - y;
    for (const band of outlines(stars)) {
      const near = falling.filter((other) => {
        const [one, two] = [middle(band), middle(other)];
        return Math.hypot(one.x - two.x, one.y - two.y) < 75 && one.x < two.x && one.y > two.y;
      });
      for (const other of near) {
        const [end, side] = [Math.max(...band.map(steep)), Math.min(...other.map(steep))];
        // Corners are rounded to whole units, and a band grows a little between its ends.
        expect(Math.abs(end - side)).toBeLessThanOrEqual(6);
      }
    }
  });
});

describe('a drawing', () => {
  it.each(patternNames)(
    'of the pattern %s is the same for the same seed, and another for another',
    (name) => {
      expect(drawPattern('post-1', 6, 4, name)).toEqual(drawPattern('post-1', 6, 4, name));
      expect(drawPattern('post-1', 6, 4, name).squares).not.toBe(drawPattern('post-2', 6, 4, name).squares);
    },
  );

  it('is of the pattern that the company has chosen', () => {
    const drawn = (pattern?: PatternName) => {
      const site = { ...sampleSite, brand: { ...sampleSite.brand, pattern } };
      return renderToStaticMarkup(
        <InCompany site={site}>
          <Pattern seed="a" />
        </InCompany>,
      );
    };
    expect(drawn('weave')).toContain(drawPattern('a', 6, 4, 'weave').squares);
    expect(drawn()).toBe(drawn('star'));
  });

  it('uses every palette among the first posts', () => {
    const used = Array.from({ length: 24 }, (_, id) => drawPattern(`post-${id}`, 2, 2).palette);
    expect(new Set(used).size).toBe(4);
  });

  it.each(patternNames)('of the pattern %s has no broken number in it, and is small', (name) => {
    for (const seed of ['naqsh', 'post-1', 'post-2', 'post-3']) {
      const drawing = JSON.stringify(drawPattern(seed, 16, 9, name));
      expect(drawing).not.toMatch(/NaN|Infinity|e-\d|\d\.\d/);
      expect(drawing.length).toBeLessThan(28_000);
    }
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

  it('is uncovered by a veil when the page opens; a picture is never covered', () => {
    const opening = (brand: Partial<typeof sampleSite.brand>) =>
      renderToStaticMarkup(
        <InCompany site={{ ...sampleSite, brand: { ...sampleSite.brand, ...brand } }}>
          <Pattern seed="a" hero opens />
        </InCompany>,
      );
    for (const pattern of patternNames) expect(opening({ pattern })).toContain('<span');
    expect(render(<Pattern seed="a" hero />)).not.toContain('<span');
    const picture = {
      src: '/site/picture.webp',
      width: 1600,
      height: 900,
      size: 1,
      type: 'image/webp' as const,
    };
    expect(opening({ artwork: 'picture', picture })).not.toContain('<span');
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
