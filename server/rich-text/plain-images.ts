import { writePlainPicture } from '../image-files/without-metadata.ts';
import { extractInlineImages } from './inline-images.ts';

/** A rich text to be stored: its inline images without their metadata, as stored pictures are (docs/product.md §23). */
export async function withPlainImages(html: string): Promise<string> {
  const { html: lifted, runs, restore } = extractInlineImages(html);
  return runs.length === 0 ? html : restore(lifted, await Promise.all(runs.map(plainRun)));
}

/** As deep as a text of a call lies: pictures in the draft of a preview. What lies deeper is nothing that the contract knows. */
const deepest = 4;

/** The same of every text of a form that is sent as JSON. */
export async function withPlainImagesIn(json: unknown, depth = 0): Promise<unknown> {
  if (typeof json === 'string') return withPlainImages(json);
  if (typeof json !== 'object' || json === null || depth > deepest) return json;
  if (Array.isArray(json)) return Promise.all(json.map((each) => withPlainImagesIn(each, depth + 1)));
  const plain = Object.entries(json).map(async ([name, value]) => [
    name,
    await withPlainImagesIn(value, depth + 1),
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
