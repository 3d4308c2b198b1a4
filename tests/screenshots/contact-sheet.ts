import sharp from 'sharp';

/** Height of a picture on the sheet, and the space around it, in pixels. */
const height = 140;
const gap = 10;

/** The screen of a picture: only what a visitor sees first is shown. */
export interface Shot {
  file: string;
  width: number;
  height: number;
}

/** Returns a WebP of the first screens of the pictures: a row for each page, its pictures side by side. */
export async function contactSheet(rows: readonly (readonly Shot[])[]): Promise<Buffer> {
  const cells = rows.flatMap((shots, row) => {
    let left = gap;
    return shots.map((shot) => {
      const width = shownWidth(shot);
      const cell = { shot, width, left, top: gap + row * (height + gap) };
      left += width + gap;
      return cell;
    });
  });
  const sheet = {
    width: Math.max(0, ...cells.map(({ left, width }) => left + width)) + gap,
    height: rows.length * (height + gap) + gap,
    channels: 3 as const,
    background: '#808080',
  };
  const tiles = await Promise.all(
    cells.map(async ({ shot, width, left, top }) => ({
      input: await firstScreen(shot).resize(width, height).png().toBuffer(),
      left,
      top,
    })),
  );
  return sharp({ create: sheet }).composite(tiles).webp({ quality: 40, effort: 6 }).toBuffer();
}

function shownWidth(shot: Shot): number {
  return Math.round((shot.width / shot.height) * height);
}

function firstScreen({ file, width, height }: Shot) {
  return sharp(file).extract({ left: 0, top: 0, width, height });
}
