import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Makes small real files of every kind that the product accepts, and files that it must refuse. */

type Encoded = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

interface Colour {
  r: number;
  g: number;
  b: number;
}

/** A real image of one colour. */
export function image(format: Encoded, width = 40, height = 30, background: string | Colour = '#b5482a') {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

let colours = 0;

/**
 * Returns a colour that no other call in this process returns, and hardly any call in another: the library treats
 * pictures with the same bytes as one file (docs/product.md §23). The steps between colours are large enough to
 * survive every format.
 */
export function anotherColour(): Colour {
  colours += 1;
  const [r = 0, g = 0, b = 0] = [0, 4, 8].map(
    (bits) => ((colours >> bits) & 15) * 16 + ((process.pid >> bits) & 15),
  );
  return { r, g, b };
}

/** Returns the same PNG with other bytes: the mark is written into the picture's density. */
export function markedPng(png: Buffer, mark: string) {
  const density = Buffer.alloc(9);
  density.writeUInt32BE(crc32(mark) >>> 1);
  density.writeUInt32BE(1, 4);
  return Buffer.concat([png.subarray(0, 33), pngChunk('pHYs', density), png.subarray(33)]);
}

/** Returns an animated PNG of one frame: the chunks of the animation stand before the pixels (PNG §11.3.5). */
export function animatedPng(png: Buffer) {
  const control = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);
  const frame = Buffer.concat([
    Buffer.alloc(4),
    png.subarray(16, 24),
    Buffer.from('0000000000000000000a03e80000', 'hex'),
  ]);
  frame.copyWithin(20, 22);
  return Buffer.concat([
    png.subarray(0, 33),
    pngChunk('acTL', control),
    pngChunk('fcTL', frame.subarray(0, 26)),
    png.subarray(33),
  ]);
}

/** Returns a real image of at least this many bytes: noise does not compress. */
export async function noisyPng(width: number, height: number) {
  return sharp(deterministicBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** An animated GIF or WebP. */
export function animation(format: 'gif' | 'webp', frames: number, width = 40, height = 30) {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1) {
    pixels.fill((frame * 37) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  }
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .toFormat(format, { loop: 0, delay: Array<number>(frames).fill(80) })
    .toBuffer();
}

/** A GIF with a large canvas, each frame of which paints one pixel: few bytes, many pixels once it is decoded. */
export function sparseGif(width: number, height: number, frames: number) {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  screen[4] = 0x80; // two colours follow
  const frame = Buffer.from('21f904000a0000002c00000000010001000002024401003b', 'hex').subarray(0, -1);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    Buffer.from('000000ffffff', 'hex'),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from(';'),
  ]);
}

/** Like `sparseGif`, as a WebP. */
export async function sparseWebp(width: number, height: number, frames: number) {
  const still = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .webp({ lossless: true })
    .toBuffer();
  const uint24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
  const frame = riffChunk(
    'ANMF',
    Buffer.concat([
      Buffer.from([...uint24(0), ...uint24(0), ...uint24(1), ...uint24(1), ...uint24(80), 0]),
      still.subarray(12),
    ]),
  );
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', Buffer.from([2, 0, 0, 0, ...uint24(width - 1), ...uint24(height - 1)])),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(frame),
  ]);
  return riffChunk('RIFF', content);
}

function riffChunk(type: string, data: Buffer) {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A small PNG whose header declares these dimensions, like a decompression bomb. */
export function pngHeader(width: number, height: number) {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', size),
    pngChunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer) {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The head of a video, enough to recognise its container, followed by `bytes` of content. */
export function video(container: 'mp4' | 'webm' | 'mov' | 'mkv', bytes = 20_000) {
  const heads = {
    mp4: Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    mov: Buffer.from('0000001466747970717420200000020071742020', 'hex'),
    webm: ebml('webm'),
    mkv: ebml('matroska'),
  };
  return Buffer.concat([heads[container], deterministicBytes(bytes)]);
}

function ebml(documentType: string) {
  const type = Buffer.concat([
    Buffer.from([0x42, 0x82, 0x80 | documentType.length]),
    Buffer.from(documentType),
  ]);
  return Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | type.length]), type]);
}

export function pdf() {
  return Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
      'trailer<</Root 1 0 R>>\n%%EOF\n',
  );
}

/** A Windows program: MZ stub and PE header. */
export function exe() {
  const program = Buffer.alloc(1024);
  program.write('MZ', 0, 'latin1');
  program.writeUInt32LE(0x80, 0x3c);
  program.write('This program cannot be run in DOS mode.', 0x4e, 'latin1');
  program.write('PE\0\0', 0x80, 'latin1');
  program.writeUInt16LE(0x8664, 0x84);
  return program;
}

export function svg() {
  return Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
}

/** Starts with the bytes of a GIF but is a script to a browser that sniffs: no image follows the head. */
export function gifScript() {
  return Buffer.from('GIF89a/*\0\0\0*/=1;alert(1)//');
}

/** Returns the same bytes at every run, without a pattern that compresses. */
export function deterministicBytes(count: number) {
  const block = 64 * 1024;
  const bytes = Buffer.alloc(count);
  let state = 0x9e3779b9;
  for (let at = 0; at + 4 <= Math.min(count, block); at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes.writeInt32LE(state | 0, at);
  }
  for (let at = block; at < count; at += block) {
    bytes.copy(bytes, at, 0, Math.min(block, count - at));
    if (at + 4 <= count) bytes.writeUInt32LE(at / block, at);
  }
  return bytes;
}

/** Writes an MP4 of exactly this many bytes, in pieces. */
export async function writeBigVideo(path: string, bytes: number) {
  const file = await open(path, 'wx');
  try {
    const head = video('mp4', 0);
    await file.writeFile(head);
    const piece = deterministicBytes(1024 * 1024);
    for (let left = bytes - head.length, number = 0; left > 0; left -= piece.length, number += 1) {
      piece.writeUInt32LE(number, 0);
      await file.writeFile(piece.subarray(0, Math.min(piece.length, left)));
    }
  } finally {
    await file.close();
  }
}

export function sha256(bytes: Buffer | string) {
  return hash('sha256', bytes, 'hex');
}

export async function sha256OfFile(path: string) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
