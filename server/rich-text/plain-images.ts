import { writePlainPicture } from '../image-files/without-metadata.ts';
import { extractInlineImages } from './inline-images.ts';

/** A rich text to be stored: its inline images without their metadata, as stored pictures are (docs/product.md §23). */
export async function withPlainImages(html: string): Promise<string> {
  const { html: lifted, runs, restore } = extractInlineImages(html);
  return runs.length === 0 ? html : restore(lifted, await Promise.all(runs.map(plainRun)));
}

/** The same of every text of a form that is sent as JSON. */
export async function withPlainImagesIn(json: unknown): Promise<unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const plain = Object.entries(json).map(async ([name, value]) => [
    name,
    typeof value === 'string' ? await withPlainImages(value) : value,
  ]);
  return Object.fromEntries(await Promise.all(plain));
}

async function plainRun(base64: string): Promise<string> {
  const given = Buffer.from(base64, 'base64');
  const pieces: Buffer[] = [];
  const isPicture = await writePlainPicture([given], async (body) => {
    for await (const piece of body) pieces.push(piece);
  });
  const plain = Buffer.concat(pieces);
  return isPicture && !plain.equals(given) ? plain.toString('base64') : base64;
}
