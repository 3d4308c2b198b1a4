import sharp from 'sharp';

/** A drawing as WebP. Little effort: flat colours stay small anyway, and a first start should not wait for them. */
export function renderWebp(drawing: string): Promise<Buffer> {
  return sharp(Buffer.from(drawing)).webp({ quality: 85, effort: 1 }).toBuffer();
}
