import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request } from 'express';
import type { FileField, UploadPolicy } from '#shared/contract/index.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { noRoomError } from '../data-dir.ts';
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

/** A part of a form that was read. Its bytes are in memory (short texts) or in a temporary file. */
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
  /** As the sender called it, without folders. */
  fileName: string;
  /** By signature; set once the file is whole. */
  type: string;
  source: string;
  size: number;
}

/** A part of a form that goes on: as it was read, or a file that is in memory. */
export type SentPart = Part | (Omit<FilePart, 'source'> & { source: Buffer });

/** A form that goes on. */
export interface SentForm {
  parts: readonly SentPart[];
  /** The bytes of its one file, where that is not at the path of its part. */
  readFile?: () => AsyncIterable<Buffer>;
}

/** Longer texts wait on disk like files: rich text carries inline images. */
const textBytesInMemory = 64 * KIB;

export interface ReadFormOptions {
  policy: UploadPolicy;
  allowance: Allowance;
  /** Where files and long texts go. */
  folder: FormFolder;
  watch?: WatchReading;
  /** Reads on past what is wrong, instead of stopping at the first thing. */
  lenient?: LenientReading;
}

/**
 * A form that was posted to its page is shown again when it is refused, with what was typed and with everything that is wrong. So
 * a problem with one field does not end the reading: it is noted here, and the rest of the form is read all the same.
 */
export interface LenientReading {
  /** In the order in which they came, refused ones too; filled while the form is read. */
  readonly parts: Part[];
  /** Each names its field. A form with any goes nowhere. */
  readonly problems: AppError[];
  /** Bytes of the body that are read, and thrown away past what may be kept, for the sake of the texts in it. */
  readonly maxBytes: number;
  /** No file is kept: the first one ends the reading. */
  readonly textsOnly: boolean;
}

/**
 * Reads and judges a whole form by the policy of its row, and gives its parts in the order in which they came. Rejects
 * with an AppError as soon as anything in it may not pass; with `lenient`, only when the form as a whole may not. The headers were
 * judged before (`refusalOfHeaders`).
 */
export async function readForm(req: Request, options: ReadFormOptions): Promise<Part[]> {
  const { policy, allowance, lenient, watch } = options;
  const reading = new FormReading(options);
  await parseForm(req, parserLimits(policy, allowance, lenient), reading, watch);
  await reading.spilled();
  return reading.parts;
}

/** Takes the parts of one form from the parser. */
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
    // A text that was cut may end within a character.
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
      throw refuseForm('a file where only texts are read');
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
    // A browser sends a file input that was left empty as an empty file without a name.
    return (empty) => {
      if (this.#lenient && empty) return undefined;
      return refuseField(empty ? 'upload.empty' : 'upload.badName', 422, name);
    };
  }

  /** Resolves when the long texts are on disk. */
  async spilled(): Promise<void> {
    await Promise.all(this.#spills).catch((error: unknown) => {
      throw noRoomError(error, 'upload.noSpace') ?? error;
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
    spill.catch(() => {}); // `spilled` sees it, unless the form is refused before
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

  /** Ends the reading; a lenient one notes the problem of a field and goes on. */
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

/** Reads a file to its end and keeps nothing of it. */
async function drain(stream: Readable): Promise<void> {
  stream.resume();
  if (!stream.readableEnded) await finished(stream, { writable: false });
}

/** multer's own limits, as the second line behind ours: one more than ours where ours can name the field. */
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
    // A lenient reading throws a file away as it comes past its limit; ending it here would end the form.
    fileSize: lenient?.maxBytes ?? Math.max(0, ...policy.files.map((field) => allowance.file[field.kind])),
    files,
    parts: texts + files,
    headerPairs: 16,
    fieldArrayIndexLimit: 999,
    fieldNestingDepth: 3,
  };
}

/** RFC 7578 §4.7 drops other encodings; decoding them is not ours, and without their header the bytes mean another thing. */
function assertPlainEncoding(head: PartHead): void {
  if (!['7bit', '8bit', 'binary'].includes(head.encoding)) throw refuseForm('an encoded part');
}
