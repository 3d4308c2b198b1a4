import type { Bytes } from './bytes.ts';
import { ConversionError } from './conversion-error.ts';

interface Range {
  start: number;
  end: number;
}

/**
 * Largest directory (the box `meta`, which lists the items of a picture) that is read, in bytes. The directory of a
 * picture has some kilobytes; a larger one is not valid.
 */
const largestDirectory = 1024 * 1024;
/**
 * Maximum number of extents (ranges of bytes that make up an item) that are accepted for all items of metadata
 * together; a real item consists of one, or of a few.
 */
const mostExtents = 64;

/**
 * Yields an AVIF unchanged, except for zeros in its EXIF and XMP items and in boxes that are not part of the picture
 * (ISO/IEC 14496-12 §8.11). Its rotation stays, because it is a property of the picture's item and not part of its
 * EXIF. If the directory cannot be read, everything from the directory on becomes zeros; with `mustRead`, throws
 * instead.
 */
export async function* avifMetadata(bytes: Bytes, mustRead: boolean): AsyncGenerator<Buffer> {
  let left: Range[] = [];
  for (;;) {
    const start = bytes.position;
    const head = await bytes.take(8);
    yield head;
    if (head.length < 8) return;
    const type = head.toString('latin1', 4);
    let size = head.readUInt32BE();
    if (size === 1) {
      const long = await bytes.take(8);
      yield long;
      if (long.length < 8) return;
      size = Number(long.readBigUInt64BE());
    }
    const rest = size === 0 ? Infinity : Math.max(0, start + size - bytes.position);
    if (type === 'meta' && rest <= largestDirectory) {
      const at = bytes.position;
      const box = await bytes.take(rest);
      left = metadataRanges(box, at, mustRead);
      yield blanked(box, at, left);
    } else if (/^(uuid|udta|free|skip)$/.test(type)) {
      yield* bytes.blank(rest);
    } else {
      const from = bytes.position;
      let at = from;
      for await (const chunk of bytes.pass(rest)) {
        yield blanked(chunk, at, left);
        at += chunk.length;
      }
    }
  }
}

/** Returns the chunk at position `at` of the file, with zeros in the ranges. */
function blanked(chunk: Buffer, at: number, ranges: readonly Range[]): Buffer {
  const hit = ranges.filter(({ start, end }) => start < at + chunk.length && end > at);
  if (hit.length === 0) return chunk;
  const copy = Buffer.from(chunk);
  for (const { start, end } of hit) copy.fill(0, Math.max(0, start - at), Math.min(copy.length, end - at));
  return copy;
}

/**
 * Returns the positions of metadata in the file. If the directory cannot be read, returns everything from the
 * directory on, so that nothing private is revealed; with `mustRead`, throws instead.
 */
function metadataRanges(meta: Buffer, at: number, mustRead: boolean): Range[] {
  try {
    const boxes = boxesIn(meta, 4);
    const items = boxes.get('iinf');
    const places = boxes.get('iloc');
    if (!items || !places) return [];
    const wanted = metadataItems(meta, items);
    const data = boxes.get('idat');
    return placesOf(meta, places, wanted, at + (data?.start ?? 0));
  } catch (error) {
    if (mustRead) throw new ConversionError('noPicture', error);
    return [{ start: at, end: Infinity }];
  }
}

/** Returns the boxes inside a box, by type, with the start and end of their contents. */
function boxesIn(buffer: Buffer, from: number, to = buffer.length): Map<string, Range> {
  const found = new Map<string, Range>();
  for (let at = from; at + 8 <= to; ) {
    const size = buffer.readUInt32BE(at);
    if (size < 8) break;
    found.set(buffer.toString('latin1', at + 4, at + 8), { start: at + 8, end: at + size });
    at += size;
  }
  return found;
}

/**
 * Returns the ids of the items that may contain metadata: those of the type EXIF, and those of the type MIME, which
 * XMP has. `start` and `end` delimit the contents of the box `iinf`, which states the types (ISO/IEC 14496-12
 * §8.11.6).
 */
function metadataItems(meta: Buffer, { start, end }: Range): Set<number> {
  const ids = new Set<number>();
  let at = start + (meta[start] === 0 ? 6 : 8);
  while (at + 12 <= end) {
    const size = meta.readUInt32BE(at);
    const version = meta[at + 8] ?? 0;
    const idBytes = version >= 3 ? 4 : 2;
    const id = meta.readUIntBE(at + 12, idBytes);
    const type = meta.toString('latin1', at + 14 + idBytes, at + 18 + idBytes);
    if (type === 'Exif' || type === 'mime') ids.add(id);
    if (size < 8) break;
    at += size;
  }
  return ids;
}

/**
 * Returns the positions in the file of the extents of the wanted items. `start` is the position in `meta` at which
 * the contents of the box `iloc` begin, which lists the extents of all items (ISO/IEC 14496-12 §8.11.3). `data` is
 * the position in the file of the contents of the box `idat`, to which some offsets in `iloc` are relative.
 */
function placesOf(meta: Buffer, { start }: Range, wanted: ReadonlySet<number>, data: number): Range[] {
  const found: Range[] = [];
  let at = start;
  const read = (bytes: number) => {
    const value = bytes === 0 ? 0 : bytes > 6 ? Number(meta.readBigUInt64BE(at)) : meta.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
  const version = read(1);
  read(3);
  const sizes = read(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  // Refused, since extents without a length take no bytes in the file and there could be billions of them.
  if (lengthBytes === 0) throw new RangeError('no extent lengths');
  const indexBytes = version > 0 ? sizes & 15 : 0;
  for (let items = read(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const id = read(version < 2 ? 2 : 4);
    const inDirectory = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseBytes);
    for (let extents = read(2); extents > 0; extents -= 1) {
      read(indexBytes);
      const offset = base + read(offsetBytes) + (inDirectory ? data : 0);
      const length = read(lengthBytes);
      if (wanted.has(id)) found.push({ start: offset, end: offset + length });
      if (found.length > mostExtents) throw new RangeError('too many extents');
    }
  }
  return found;
}
