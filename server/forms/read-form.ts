import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request } from 'express';
import type { UploadPolicy } from '#shared/contract/index.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { noRoomError } from '../data-dir.ts';
import { AppError } from '../errors.ts';
import { type Allowance, fileCount, totalBytes } from './allowance.ts';
import { assertFileName, createFormRules, fieldNameBytes, textTooLarge } from './form-rules.ts';
import { type FormLimits, type PartHead, parseForm, type WatchReading } from './multipart.ts';
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
  const { policy, allowance, folder, lenient } = options;
  const rules = createFormRules(policy, allowance);
  const total = totalBytes(policy, allowance);
  const replacements = watchReplacements();
  const parts: Part[] = lenient?.parts ?? [];
  const spills: Promise<void>[] = [];
  let received = 0;

  /** Ends the reading; a lenient one notes what is wrong with a field and goes on. */
  const refuse = (problem: unknown): void => {
    if (!lenient || !(problem instanceof AppError) || !problem.fields) throw problem;
    lenient.problems.push(problem);
  };
  const judged = <Value>(judge: () => Value): Value | undefined => {
    try {
      return judge();
    } catch (problem) {
      refuse(problem);
      return undefined;
    }
  };

  const handlers: Parameters<typeof parseForm>[2] = {
    chunk(bytes) {
      received += bytes.length;
      if (received > (lenient?.maxBytes ?? total)) {
        throw new AppError('upload.totalTooLarge', 413, { values: { limit: readableBytes(total) } });
      }
      replacements.saw(bytes);
    },

    text(head, value, truncated) {
      const limit = judged(() => rules.text(head.name));
      if (limit === undefined) return;
      const name = head.name as string;
      assertPlainEncoding(head);
      if (truncated) refuse(textTooLarge(name, limit));
      if (value === undefined) throw refuseForm('a text in an unknown character set');
      const source = Buffer.from(value);
      if (source.length > limit && !truncated) refuse(textTooLarge(name, limit));
      // A text that was cut may end within a character.
      if (!truncated && !(value.isWellFormed() && replacements.covers(value))) {
        refuse(refuseField('field.badCharacters', 422, name));
      }
      const part: Part = { kind: 'text', name, source, size: source.length };
      parts.push(part);
      if (source.length > textBytesInMemory) {
        const spill = async () => {
          const path = await folder.newPath();
          await writeFile(path, source, { flag: 'wx', mode: 0o600 });
          part.source = path;
        };
        const spilt = folder.track(spill());
        spilt.catch(() => {}); // seen below, unless the form is refused before
        spills.push(spilt);
      }
    },

    file(head, fileName) {
      if (lenient?.textsOnly) {
        parts.push({ kind: 'file', name: head.name ?? '', fileName, type: '', source: '', size: 0 });
        throw refuseForm('a file where only texts are read');
      }
      const field = judged(() => rules.file(head.name));
      if (!field) return drain;
      assertPlainEncoding(head);
      judged(() => assertFileName(fileName, field.name));
      if (!replacements.covers(fileName)) refuse(refuseField('upload.badName', 422, field.name));
      const part: FilePart = {
        kind: 'file',
        name: head.name as string,
        fileName,
        type: '',
        source: '',
        size: 0,
      };
      parts.push(part);
      const store = async (stream: Readable) => {
        part.source = await folder.newPath();
        const limit = allowance.file[field.kind];
        const stored = await storeFile(stream, part.source, field, limit);
        part.size = stored.size;
        part.type = stored.type;
      };
      if (!lenient) return (stream) => folder.track(store(stream));
      return (stream) =>
        folder.track(
          store(stream).catch((problem: unknown) => {
            refuse(problem);
            return drain(stream);
          }),
        );
    },

    namelessFile(head) {
      const { name } = rules.file(head.name);
      // A browser sends a file input that nobody touched as an empty file without a name.
      return (empty) => {
        if (lenient && empty) return undefined;
        return refuseField(empty ? 'upload.empty' : 'upload.badName', 422, name);
      };
    },
  };
  await parseForm(req, parserLimits(policy, allowance, lenient), handlers, options.watch);
  await Promise.all(spills).catch((error: unknown) => {
    throw noRoomError(error, 'upload.noSpace') ?? error;
  });
  return parts;
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
