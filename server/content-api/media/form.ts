import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { Logger } from 'pino';
import type { TextField, UploadPolicy } from '#shared/contract/index.ts';
import { readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { AppError, assertThat } from '../../errors.ts';
import { formError } from './form-errors.ts';
import { inspectFile, type ReceivedFile } from './inspect.ts';
import { receiveInto } from './receive.ts';
import { fileFieldOf, type SizeLimits, sizeLimits, wholeFormBytes } from './sizes.ts';

/** A form that was read whole: its files lie in a folder of its own, and are what their field says. */
export interface Form {
  /** The text of a field as it came; undefined when the field was not sent. */
  text(name: string): string | undefined;
  /** The files of a field by the field's plain name; `images[2]` before `images[10]`, else in order of arrival. */
  files(name: string): ReceivedFile[];
  /** Removes what was not moved into place. */
  discard(): Promise<void>;
}

export type FormReader = (req: Request, res: Response, policy: UploadPolicy) => Promise<Form>;

/**
 * Reads multipart forms with limits of its own: whoever speaks to the engine, a BFF or not, is not trusted. Rejects
 * with AppError 400, 413, 415 or 422, and then leaves nothing on the disk. `tempDir` must exist.
 */
export function createFormReader(config: Config, tempDir: string, log: Logger): FormReader {
  const sizes = sizeLimits(config);
  return async (req, res, policy) => {
    assertThat(req.is('multipart/form-data'), 'upload.multipartRequired', 415);
    const whole = wholeFormBytes(policy, sizes);
    if (Number(req.headers['content-length'] ?? 0) > whole) {
      throw new AppError('upload.totalTooLarge', 413, { values: { limit: readableBytes(whole) } });
    }
    const folder = await mkdtemp(join(tempDir, 'form-'));
    const storage = receiveInto(folder, policy, sizes);
    const discard = async () => {
      await storage.settled();
      // A change that is done is not undone by a folder that stays: the next start removes it.
      await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
        log.warn({ err: error }, 'content API: temporary files could not be removed yet');
      });
    };
    try {
      await parse(req, res, policy, sizes, storage.engine);
      const texts = textsOf(req.body, policy.texts, sizes);
      const files = await filesOf(req.files as Express.Multer.File[] | undefined, policy);
      return {
        text: (name) => texts.get(name),
        files: (name) => files.get(name) ?? [],
        discard,
      };
    } catch (error) {
      await discard();
      throw formError(error, sizes);
    }
  };
}

function parse(
  req: Request,
  res: Response,
  policy: UploadPolicy,
  sizes: SizeLimits,
  storage: multer.StorageEngine,
): Promise<void> {
  const left = new Map(policy.files.map((field) => [field.name, field.maxCount]));
  const pass = multer({
    storage,
    defParamCharset: 'utf8',
    // Every limit by name: most are unlimited unless told, and nesting in names has had a CVE of its own (2026-82333).
    limits: {
      fieldNameSize: 100,
      fieldSize: sizes.text.rich,
      fields: policy.texts.length + 1,
      fieldNestingDepth: 0,
      fieldArrayIndexLimit: 0,
      files: sizes.files,
      parts: sizes.files + policy.texts.length + 1,
      headerPairs: 20,
    },
    fileFilter(_req, file, done) {
      const field = fileFieldOf(policy, file.fieldname);
      if (!field) return done(unknownField(file.fieldname));
      const count = (left.get(field.name) ?? 0) - 1;
      left.set(field.name, count);
      if (count < 0) return done(tooMany(field.name, field.maxCount));
      done(null, true);
    },
  }).any();
  return new Promise((resolve, reject) => {
    pass(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function textsOf(body: unknown, known: readonly TextField[], sizes: SizeLimits): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const field = known.find((each) => each.name === name);
    if (!field) throw unknownField(name);
    if (typeof value !== 'string') {
      throw new AppError('upload.repeatedField', 422, { values: { field: name } });
    }
    // A part may name a charset other than UTF-8, and its bytes may count more once they are UTF-8.
    if (Buffer.byteLength(value) > sizes.text[field.size]) {
      const values = { field: name, limit: readableBytes(sizes.text[field.size]) };
      throw new AppError('upload.textTooLarge', 413, { values });
    }
    texts.set(name, value);
  }
  return texts;
}

async function filesOf(
  received: readonly Express.Multer.File[] | undefined,
  policy: UploadPolicy,
): Promise<Map<string, ReceivedFile[]>> {
  const files = new Map<string, ReceivedFile[]>();
  const inOrder = [...(received ?? [])].sort((one, other) => indexOf(one) - indexOf(other));
  for (const file of inOrder) {
    const field = fileFieldOf(policy, file.fieldname);
    if (!field) throw unknownField(file.fieldname);
    const inspected = await inspectFile(file.path, field);
    const received = { ...inspected, name: file.originalname };
    files.set(field.name, [...(files.get(field.name) ?? []), received]);
  }
  return files;
}

/** The number in `images[2]` or `tech_image[2][file]`; names without one keep the order in which they came. */
function indexOf(file: Express.Multer.File): number {
  return Number(/\[(\d+)\]/.exec(file.fieldname)?.[1] ?? 0);
}

function unknownField(field: string): AppError {
  return new AppError('upload.unknownField', 422, { values: { field: field.slice(0, 100) } });
}

function tooMany(field: string, limit: number): AppError {
  return new AppError('upload.tooMany', 422, { values: { field, limit } });
}
