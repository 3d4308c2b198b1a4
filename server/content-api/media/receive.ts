import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type multer from 'multer';
import type { UploadPolicy } from '#shared/contract/index.ts';
import { readableBytes } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import { fileFieldOf, type SizeLimits } from './sizes.ts';

export interface Receiver {
  engine: multer.StorageEngine;
  /** Resolves when no file is being written any more. */
  settled(): Promise<void>;
}

/**
 * A multer storage that writes files into one folder under names of its own ("0", "1" …), each held to the size of its
 * kind, and flushed to the disk: multer itself knows only one size for all files of a form.
 */
export function receiveInto(folder: string, policy: UploadPolicy, sizes: SizeLimits): Receiver {
  const writes: Promise<void>[] = [];
  return {
    engine: {
      _handleFile(_req, file, done) {
        const kind = fileFieldOf(policy, file.fieldname)?.kind;
        if (!kind) return done(new Error('receiveInto: the field was not checked'));
        const path = join(folder, String(writes.length));
        const write = pipeline(
          file.stream,
          atMost(sizes[kind], file.fieldname),
          createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
        );
        writes.push(write);
        write.then(
          () => done(null, { path }),
          (error: unknown) => done(error),
        );
      },
      // The whole folder goes when the call ends; a file that is still being written must not outlive it.
      _removeFile: (_req, _file, done) => done(null),
    },
    async settled() {
      await Promise.allSettled(writes);
    },
  };
}

function atMost(bytes: number, field: string): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen <= bytes) return done(null, chunk);
      done(new AppError('upload.tooLarge', 413, { values: { field, limit: readableBytes(bytes) } }));
    },
  });
}
