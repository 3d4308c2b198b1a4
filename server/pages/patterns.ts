import { hash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import {
  drawPattern,
  type PatternFile,
  palettes,
  patternFileName,
  readPatternFileName,
  seedNumber,
} from '#shared/pattern.ts';
import type { Brand } from '#shared/schemas/site/brand.ts';
import { themeOf } from '#shared/site/theme.ts';
import { assertRead } from '../errors.ts';
import { type ReadyAnswer, readyAnswer, sendReady } from '../http/ready-answer.ts';

/** Maximum number of cached drawings of at most 25 KB; many times the number of patterns on all pages. */
const mostDrawings = 200;

/**
 * Creates the patterns. Each is a file of its own, so that pages need not contain it (a large one has 25 KB) and a
 * browser fetches it once for all pages. A pattern is drawn on the first request, which takes a millisecond or two,
 * and then cached.
 */
export function createPatterns(look: () => PatternLook) {
  let lookBefore = look();
  let current = drawer(lookBefore);
  /** Returns the drawings of the present company. */
  const now = () => {
    const present = look();
    if (present !== lookBefore) {
      lookBefore = present;
      current = drawer(present);
    }
    return current;
  };
  return {
    /**
     * The path of the patterns' folder, with a slash at the end. The path changes with the company's colours and pattern
     * and with the drawing method, so the files may be cached for ever.
     */
    folder: () => now().folder,
    /** Answers GET and HEAD for a pattern; other paths go to the next pass. */
    pass: function servePatterns(req: Request, res: Response, next: NextFunction) {
      const [, of, name = ''] = /^(\/pattern\/[\w-]{8}\/)([^/?]+)$/.exec(req.originalUrl) ?? [];
      const file = readPatternFileName(name);
      if (!file) return next();
      assertRead(req.method);
      const { folder, drawn } = now();
      // If the requested folder belongs to another pattern or other colours (a page from before a change, or of
      // another process), the current drawing is sent and has to be revalidated.
      const svg = drawn(file);
      sendReady(req, res, of === folder ? svg : { ...svg, cacheControl: 'no-cache' }).catch(next);
    },
  };
}

type PatternLook = Pick<Brand, 'colors' | 'pattern'>;

/** Draws a company's pattern in its colours. */
function drawer({ colors, pattern }: PatternLook) {
  const { art } = themeOf(colors);
  const files = new LRUCache<string, ReadyAnswer>({ max: mostDrawings });

  function svgOf({ number, columns, rows, palette }: PatternFile) {
    const { width, height, stars, squares, cores } = drawPattern(number, columns, rows, pattern);
    const { ground, star, square, core, stroke } = art[palette];
    // Colours are set by attributes, because the content security policy of every answer forbids styles in the SVG.
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path fill="${ground}" d="M0 0h${width}v${height}H0z"/><g stroke="${stroke}" stroke-width="1.5"><path fill="${star}" d="${stars}"/><path fill="${square}" d="${squares}"/></g><path fill="${core}" d="${cores}"/></svg>`;
  }

  const sample = palettes.map((palette) =>
    svgOf({ number: seedNumber(palette), columns: 3, rows: 3, palette }),
  );
  const folder = `/pattern/${hash('sha256', sample.join(), 'base64url').slice(0, 8)}/`;

  function drawn(file: PatternFile) {
    const name = patternFileName(file);
    const made =
      files.get(name) ??
      readyAnswer(Buffer.from(svgOf(file)), {
        type: 'image/svg+xml',
        cacheControl: 'public, max-age=31536000, immutable',
        isPacked: true,
      });
    files.set(name, made);
    return made;
  }

  return { folder, drawn };
}
