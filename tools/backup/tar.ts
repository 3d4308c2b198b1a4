/**
 * The part of the tar format (POSIX ustar) that a backup needs. The list of files determines every byte of the
 * headers, so the reader need not parse them: it builds the expected header and compares.
 */
const blockBytes = 512;
const octalSizes = 8 ** 11;

/** The end of an archive: two empty blocks. */
export const tarEnd = Buffer.alloc(2 * blockBytes);
export const tarHeaderBytes = blockBytes;

/** Returns the header of a regular file that only its owner can read. `path` is ASCII with at most 100 characters. */
export function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(path, 0, 100, 'latin1');
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  if (size < octalSizes) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  } else {
    // Sizes from 8 GiB on are written as binary numbers, as GNU tar does.
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write('00000000000\0', 136, 'latin1');
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Returns the size that a header states, if it is below 8 GiB; undefined otherwise. */
export function tarSize(header: Buffer): number | undefined {
  const text = /^([0-7]{11})\0$/.exec(header.toString('latin1', 124, 136))?.[1];
  return text === undefined ? undefined : Number.parseInt(text, 8);
}

/** Returns the zeros after a file that fill its last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}
