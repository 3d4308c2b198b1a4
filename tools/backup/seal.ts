import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { BackupProblem } from './problem.ts';

/**
 * Creates and checks the seal at the end of a backup: an empty gzip member whose comment is the SHA-256 of all bytes
 * before it. RFC 1952 allows several members, so `tar xzf` still reads the file. Unlike gzip's own checksums, the
 * seal covers every byte of the file.
 */
const label = 'studio-backup sha256 ';
const sealBytes = 10 + label.length + 64 + 1 + 2 + 8;

function sealOf(hash: string): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
  const emptyData = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from(`${label}${hash}\0`, 'latin1'), emptyData]);
}

/** Yields the given bytes unchanged, and after them the seal. */
export async function* sealed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  yield sealOf(hash.digest('hex'));
}

/** Rejects with `BackupProblem` if any byte of the file differs from what was written. */
export async function assertSealed(file: string): Promise<void> {
  const handle = await open(file, 'r');
  const end = Buffer.alloc(sealBytes);
  let size: number;
  try {
    size = (await handle.stat()).size;
    await handle.read(end, 0, sealBytes, Math.max(0, size - sealBytes));
  } finally {
    await handle.close();
  }
  const hash = createHash('sha256');
  if (size > sealBytes) {
    for await (const chunk of createReadStream(file, { end: size - sealBytes - 1 })) hash.update(chunk);
  }
  if (size <= sealBytes || !end.equals(sealOf(hash.digest('hex')))) {
    throw new BackupProblem(`${file} is damaged, cut short, or not a backup of this product.`);
  }
}
