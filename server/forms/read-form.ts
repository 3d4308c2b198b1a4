import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request } from 'express';
import type { FileField, UploadPolicy } from '#shared/contract/index.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { storageFullError } from '../data-dir.ts';
import { AppError } from '../errors.ts';
import { type Allowance, fileCount, totalBytes } from './allowance.ts';
import { assertFileName, createFormRules, fieldNameBytes, textTooLarge } from './form-rules.ts';
import {
  type FormHandlers,
  type FormLimits,
  type PartHead,
  parseForm,
  type WatchReading,
} from './multipart.ts';
import { refuseField, refuseForm } from './refusals.ts';
import { watchReplacements } from './replacement-characters.ts';
import { storeFile } from './store-file.ts';
import type { FormFolder } from './temp-folders.ts';

/** A part of a form. Its bytes are in memory (short texts) or in a temporary file. */
export type Part = TextPart | FilePart;

interface TextPart {
  kind: 'text';
  name: string;
  source: Buffer | string;
  size: number;
}

export interface FilePart {
  kind: 'file';
  name: string;
  /** The sender's file name, without folders. */
  fileName: string;
  /** By signature; set when the file is complete. */
  type: string;
  source: string;
  size: number;
}

/** A part of a form to be forwarded: as it was read, or a file in memory. */
export type SentPart = Part | (Omit<FilePart, 'source'> & { source: Buffer });

/** A form to be forwarded. */
export interface SentForm {
  parts: readonly SentPart[];
  /** Reads the bytes of its only file, if it is not at the path of its part. */
  readFile?: () => AsyncIterable<Buffer>;
}

/** Longer texts are stored on disk like files: rich text contains inline images. */
const textBytesInMemory = 64 * KIB;

export interface ReadFormOptions {
  policy: UploadPolicy;
  allowance: Allowance;
  /** The folder for files and long texts. */
  folder: FormFolder;
  watch?: WatchReading;
  /** If set, the reading continues after an error instead of stopping at the first one. */
  lenient?: LenientReading;
}

/**
 * A refused form that was posted to its page is shown again, with its values and all errors. So an error in one field
 * does not end the reading: it is collected here, and the rest of the form is read as well.
 */
export interface LenientReading {
  /** In order of arrival, refused ones included; filled while the form is read. */
  readonly parts: Part[];
  /** Each names its field. A form with any problem is not forwarded. */
  readonly problems: AppError[];
  /**
   * The most bytes of the body that are read: data beyond its normal limits is discarded, only to reach the texts in
   * it.
   */
  readonly maxBytes: number;
  /** Stores no file: the first file ends the reading. */
  readonly textsOnly: boolean;
}

/**
 * Reads and checks a whole form by the policy of its row, and returns its parts in order of arrival. Rejects with an
 * AppError at the first unacceptable part; with `lenient`, only when the form as a whole is unacceptable. The headers
 * must have been checked before (`refusalOfHeaders`).
 */
export async function readForm(req: Request, options: ReadFormOptions): Promise<Part[]> {
  const { policy, allowance, lenient, watch } = options;
  const reading = new FormReading(options);
  await parseForm(req, parserLimits(policy, allowance, lenient), reading, watch);
  await reading.spilled();
  return reading.parts;
}

/** Receives the parts of one form from the parser. */
class FormReading implements FormHandlers {
  readonly parts: Part[];
  readonly #allowance: Allowance;
  readonly #folder: FormFolder;
  readonly #lenient: LenientReading | undefined;
  readonly #rules: ReturnType<typeof createFormRules>;
  readonly #totalBytes: number;
  readonly #replacements = watchReplacements();
  readonly #spills: Promise<void>[] = [];
  #received = 0;

  constructor({ policy, allowance, folder, lenient }: ReadFormOptions) {
    this.parts = lenient?.parts ?? [];
    this.#allowance = allowance;
    this.#folder = folder;
    this.#lenient = lenient;
    this.#rules = createFormRules(policy, allowance);
    this.#totalBytes = totalBytes(policy, allowance);
  }

  chunk(bytes: Buffer): void {
    this.#received += bytes.length;
    if (this.#received > (this.#lenient?.maxBytes ?? this.#totalBytes)) {
      throw new AppError('upload.totalTooLarge', 413, {
        values: { limit: readableBytes(this.#totalBytes) },
      });
    }
    this.#replacements.saw(bytes);
  }

  text(head: PartHead, value: string | undefined, truncated: boolean): void {
    const limit = this.#judged(() => this.#rules.text(head.name));
    if (limit === undefined) return;
    const name = head.name as string;
    assertPlainEncoding(head);
    if (truncated) this.#refuse(textTooLarge(name, limit));
    if (value === undefined) throw refuseForm('a text in an unknown character set');
    const source = Buffer.from(value);
    if (source.length > limit && !truncated) this.#refuse(textTooLarge(name, limit));
    // A truncated text may end within a character.
    if (!truncated && !(value.isWellFormed() && this.#replacements.covers(value))) {
      this.#refuse(refuseField('field.badCharacters', 422, name));
    }
    const part: TextPart = { kind: 'text', name, source, size: source.length };
    this.parts.push(part);
    if (source.length > textBytesInMemory) this.#spill(part, source);
  }

  file(head: PartHead, fileName: string): (stream: Readable) => Promise<void> {
    const part: FilePart = { kind: 'file', name: head.name ?? '', fileName, type: '', source: '', size: 0 };
    if (this.#lenient?.textsOnly) {
      this.parts.push(part);
      throw refuseForm('a file in a form without files');
    }
    const field = this.#judged(() => this.#rules.file(head.name));
    if (!field) return drain;
    assertPlainEncoding(head);
    this.#judged(() => assertFileName(fileName, field.name));
    if (!this.#replacements.covers(fileName)) this.#refuse(refuseField('upload.badName', 422, field.name));
    this.parts.push(part);
    return (stream) => this.#folder.track(this.#store(stream, part, field));
  }

  namelessFile(head: PartHead): (empty: boolean) => Error | undefined {
    const { name } = this.#rules.file(head.name);
    // Browsers send an empty file input as an empty file without a name.
    return (empty) => {
      if (this.#lenient && empty) return undefined;
      return refuseField(empty ? 'upload.empty' : 'upload.badName', 422, name);
    };
  }

  /** Resolves when the long texts are on disk. */
  async spilled(): Promise<void> {
    await Promise.all(this.#spills).catch((error: unknown) => {
      throw storageFullError(error, 'upload.noSpace') ?? error;
    });
  }

  /** Moves a long text to disk. */
  #spill(part: TextPart, source: Buffer): void {
    const write = async () => {
      const path = await this.#folder.newPath();
      await writeFile(path, source, { flag: 'wx', mode: 0o600 });
      part.source = path;
    };
    const spill = this.#folder.track(write());
    spill.catch(() => {}); // `spilled` handles its failure, unless the form is refused before.
    this.#spills.push(spill);
  }

  async #store(stream: Readable, part: FilePart, field: FileField): Promise<void> {
    try {
      part.source = await this.#folder.newPath();
      const { size, type } = await storeFile(stream, part.source, field, this.#allowance.file[field.kind]);
      part.size = size;
      part.type = type;
    } catch (problem) {
      this.#refuse(problem);
      await drain(stream);
    }
  }

  /** Ends the reading; a lenient one records the error of a field and continues. */
  #refuse(problem: unknown): void {
    if (!this.#lenient || !(problem instanceof AppError) || !problem.fields) throw problem;
    this.#lenient.problems.push(problem);
  }

  #judged<Value>(judge: () => Value): Value | undefined {
    try {
      return judge();
    } catch (problem) {
      this.#refuse(problem);
      return undefined;
    }
  }
}

/** Reads a file to its end and discards it. */
async function drain(stream: Readable): Promise<void> {
  stream.resume();
  if (!stream.readableEnded) await finished(stream, { writable: false });
}

/** multer's own limits, as a second line of defence: one higher than ours where our error can name the field. */
function parserLimits(
  policy: UploadPolicy,
  allowance: Allowance,
  lenient: LenientReading | undefined,
): FormLimits {
  const texts = policy.texts.length + 1;
  const files = fileCount(policy, allowance) + 1;
  return {
    fieldNameSize: fieldNameBytes,
    fieldSize: Math.max(0, ...policy.texts.map((field) => allowance.text[field.size])),
    fields: texts,
    // A lenient reading discards a file beyond its limit; ending the file here would end the form.
    fileSize: lenient?.maxBytes ?? Math.max(0, ...policy.files.map((field) => allowance.file[field.kind])),
    files,
    parts: texts + files,
    headerPairs: 16,
    fieldArrayIndexLimit: 999,
    fieldNestingDepth: 3,
  };
}

/**
 * RFC 7578 §4.7 deprecates other encodings; we do not decode them, and without their header the bytes would change
 * their meaning.
 */
function assertPlainEncoding(head: PartHead): void {
  if (!['7bit', '8bit', 'binary'].includes(head.encoding)) throw refuseForm('an encoded part');
}
