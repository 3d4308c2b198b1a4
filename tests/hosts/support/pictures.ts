import sharp from 'sharp';

const width = 48;
const height = 32;

/**
 * Returns a real picture, different for each number and always the same for one number: bands of colour that count in
 * binary.
 */
export function picture(number: number, format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const bit = Math.floor((at % width) / 4);
    const bright = (number >> bit) & 1 ? 96 : 0;
    pixels[at * 3] = ((number * 53) % 128) + bright;
    pixels[at * 3 + 1] = ((number * 97) % 128) + Math.floor(at / width) * 2;
    pixels[at * 3 + 2] = ((number * 31) % 128) + bright;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

const mediaTypes: Record<string, string> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
};

/** Returns the media type that a web server derives from the file extension. */
export function mediaType(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Returns the extension that a host gives to an uploaded file. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin';
}
