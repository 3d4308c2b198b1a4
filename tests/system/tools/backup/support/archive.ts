import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Manifest } from '../../../../../tools/backup/manifest.ts';
import { sealed } from '../../../../../tools/backup/seal.ts';
import { tarEnd, tarHeader, tarPadding } from '../../../../../tools/backup/tar.ts';

/** A file as a forger packs it; omitted fields are correct. */
interface Packed {
  path: string;
  content: Buffer;
  header?: Buffer;
  /** Entry in the manifest. */
  listed?: Partial<Manifest['files'][number]>;
}

/** Parts that a forger may choose freely. */
export interface Forgery {
  files: Packed[];
  manifest?: Record<string, unknown>;
  end?: Buffer;
}

/** Writes a backup with a valid seal around any content. */
export async function forge(file: string, { files, manifest, end = tarEnd }: Forgery): Promise<void> {
  const listed = files.map(({ path, content, listed }) => ({
    path,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...listed,
  }));
  const list = Buffer.from(
    JSON.stringify({
      format: 1,
      app: '0.1.0',
      createdAt: '2026-01-01T00:00:00.000Z',
      migrations: [],
      files: listed,
      ...manifest,
    }),
  );
  const parts = [
    tarHeader('manifest.json', list.length),
    list,
    tarPadding(list.length),
    ...files.flatMap(({ path, content, header }) => [
      header ?? tarHeader(path, content.length),
      content,
      tarPadding(content.length),
    ]),
    end,
  ];
  await pipeline(Readable.from(parts), createGzip(), sealed, createWriteStream(file));
}

/** Returns the header with other bytes and a matching checksum. */
export function alteredHeader(header: Buffer, at: number, bytes: string): Buffer {
  const altered = Buffer.from(header);
  altered.write(bytes, at, 'latin1');
  altered.write('        ', 148, 'latin1');
  const sum = altered.reduce((total, byte) => total + byte, 0);
  altered.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return altered;
}
