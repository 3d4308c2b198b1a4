import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { patternFileName } from '#shared/pattern/address.ts';
import { drawPattern, seedNumber } from '#shared/pattern/drawing.ts';
import type { Brand } from '#shared/schemas/site/brand.ts';
import { productTheme } from '#shared/site/theme.ts';
import { createPatterns } from '../../../server/pages/patterns.ts';

const number = seedNumber('naqsh');
const name = patternFileName({ number, columns: 6, rows: 4, palette: 'ink' });

function served(look: Pick<Brand, 'colors' | 'pattern'> = {}) {
  const patterns = createPatterns(() => look);
  const app = express();
  app.use(patterns.pass);
  app.use((_req, res) => void res.status(404).end());
  return { folder: patterns.folder(), ask: request(app) };
}

describe('a drawn pattern', () => {
  it('is the drawing of its number, in the colours of its palette, for ever', async () => {
    const { folder, ask } = served();
    const { status, headers, body } = await ask.get(folder + name).buffer();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('image/svg+xml'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const text = String(body);
    expect(text).toContain(drawPattern('naqsh', 6, 4).stars);
    for (const color of Object.values(productTheme.art.ink)) expect(text).toContain(color);
    // The Content-Security-Policy of every answer refuses inline styles.
    expect(text).not.toMatch(/style/);
  });

  it('is only read, and is nothing but what a page asks for', async () => {
    const { folder, ask } = served();
    expect((await ask.post(folder + name)).status).toBe(405);
    expect((await ask.get(`${folder}${name}?more`)).status).toBe(404);
    expect((await ask.get(`${folder}ink-25x4-ab.svg`)).status).toBe(404);
  });
});
