/**
 * The part of the tar format (POSIX ustar) that a backup needs. The archive of a list of files is fixed to the last
 * byte. So the reader does not parse headers, which may come from another program: it builds the expected ones and
 * compares.
 */
const blockBytes = 512;
const octalSizes = 8 ** 11;

/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes);
export const tarHeaderBytes = blockBytes;

/** Returns the header of a plain file that only its owner can read. `path` is ASCII, at most 100 characters. */
export function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(path, 0, 100, 'latin1');
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  if (size < octalSizes) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  } else {
    // From 8 GiB on a size is binary, as GNU tar writes it.
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

/** Returns the size in a header, below 8 GiB; undefined if the header has none. */
export function tarSize(header: Buffer): number | undefined {
  const text = /^([0-7]{11})\0$/.exec(header.toString('latin1', 124, 136))?.[1];
  return text === undefined ? undefined : Number.parseInt(text, 8);
}

/** Returns the zeros that fill the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}
