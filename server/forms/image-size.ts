import { open } from 'node:fs/promises';
import { limits } from '#shared/limits.ts';
import { refuseField } from './refusals.ts';

/** What libvips must call a file of each accepted type: two parsers that disagree on a file are fooled by it. */
const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

/**
 * Reads an image's header only, no pixel: 422 when it cannot be read, or has more pixels than our image code and a
 * visitor's phone should decode (limits.imageSidePixels a side, limits.imagePixels in all frames together).
 */
export async function assertImageSize(path: string, type: string, field: string): Promise<void> {
  const sharp = await loadSharp();
  const image = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!image?.width || !image.height || image.format !== formats[type]) {
    throw refuseField('upload.badImage', 422, field);
  }
  const screen = type === 'image/gif' ? await gifScreen(path) : { width: 0, height: 0 };
  const width = Math.max(image.width, screen.width);
  const height = Math.max(image.height, screen.height);
  const frames = image.pages ?? 1;
  const size = `${width} × ${height}${frames > 1 ? ` × ${frames} frames` : ''}`;
  if (Math.max(width, height) > limits.imageSidePixels) {
    const limit = `${limits.imageSidePixels} a side`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
  if (width * height * frames > limits.imagePixels) {
    const limit = `${limits.imagePixels / 1_000_000} million in all`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
}

/** Libvips is large, and many a process never sees a picture. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // It keeps recently read files open; ours are removed right after, and would hold their disk space.
  sharp.cache({ files: 0 });
  return sharp;
}

/** The canvas of a GIF, as browsers allocate it. libvips goes by the frames where it finds the canvas implausible. */
async function gifScreen(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(10), 0, 10, 0);
    return { width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) };
  } finally {
    await file.close();
  }
}
