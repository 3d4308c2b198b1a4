import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Permitted difference of a channel (0 to 255): edges of letters and curves are not drawn identically twice. */
const tolerance = 24;

/** Number of pixels that may differ by more: a spinner, one letter's edge. */
const fewPixels = 30;

/**
 * Returns a line for each picture that differs between two folders: it exists in one folder only, has another size,
 * or has other pixels (how many, and between which rows). Empty when all are equal.
 */
export async function comparePictures(before: string, after: string): Promise<string[]> {
  const [old, now] = await Promise.all([picturesIn(before), picturesIn(after)]);
  const empty = [old.size === 0 && before, now.size === 0 && after].filter((folder) => folder !== false);
  if (empty.length > 0) return empty.map((folder) => `${folder}: no pictures`);
  const lines: string[] = [];
  for (const name of [...new Set([...old, ...now])].sort()) {
    if (!now.has(name)) lines.push(`${name}: only before`);
    else if (!old.has(name)) lines.push(`${name}: only after`);
    else lines.push(...(await differenceOf(name, join(before, name), join(after, name))));
  }
  return lines;
}

async function picturesIn(folder: string): Promise<Set<string>> {
  return new Set((await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.png')));
}

async function differenceOf(name: string, before: string, after: string): Promise<string[]> {
  const [old, now] = await Promise.all([pixelsOf(before), pixelsOf(after)]);
  const { width, height } = old.info;
  if (width !== now.info.width || height !== now.info.height)
    return [`${name}: ${width}×${height} became ${now.info.width}×${now.info.height}`];
  const rows: number[] = [];
  for (let index = 0; index < old.data.length; index += 3) {
    if (isOther(old.data, now.data, index)) rows.push(Math.floor(index / 3 / width));
  }
  return rows.length > fewPixels
    ? [`${name}: ${rows.length} pixels differ, rows ${rows[0]} to ${rows.at(-1)} of ${height}`]
    : [];
}

function pixelsOf(file: string) {
  return sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

function isOther(old: Buffer, now: Buffer, index: number): boolean {
  return [0, 1, 2].some(
    (channel) => Math.abs((old[index + channel] ?? 0) - (now[index + channel] ?? 0)) > tolerance,
  );
}
