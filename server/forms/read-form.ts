import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { FileField, UploadPolicy } from '#shared/contract/index.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { AppError } from '../errors.ts';
import { storageFullError } from '../process/data-dir.ts';
import { assertImage, assertPlausibleHead, judgeHead, shortFileName, typeOfFile } from './file-types.ts';
import {
  type Allowance,
  assertFileName,
  createFormRules,
  fileCount,
  refuseField,
  refuseForm,
  textTooLarge,
  totalBytes,
} from './form-rules.ts';
import {
  type FormHandlers,
  type FormLimits,
  type PartHead,
  parseForm,
  type WatchReading,
} from './multipart.ts';

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
  /** The media type by signature; set when the file is complete. */
  type: string;
  source: string;
  size: number;
}

/** A part of a form that is to be forwarded: a part as it was read, or a file in memory. */
export type SentPart = Part | (Omit<FilePart, 'source'> & { source: Buffer });

/** A form that is to be forwarded. */
export interface SentForm {
  parts: readonly SentPart[];
  /**
   * Reads the bytes of the form's only file. Set only if the `source` of the file's part is not the path of the file.
   */
  readFile?: () => AsyncIterable<Buffer>;
}

/**
 * The longest text that stays in memory, in bytes. Longer texts are stored on disk like files, since rich text
 * contains inline images.
 */
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
 * Options for reading on after an error. A refused form that was posted to its page is shown again, with its values
 * and all errors, so an error in one field is collected here and the rest of the form is read as well.
 */
interface LenientReading {
  /** The parts in order of arrival, including refused ones; filled while the form is read. */
  readonly parts: Part[];
  /** The errors of fields in order of arrival; filled while the form is read. */
  readonly problems: AppError[];
  /**
   * The most bytes of the body that are read. A body beyond the normal limits is read too, so that the texts in it
   * are found; the excess data is discarded.
   */
  readonly maxBytes: number;
  /** True to store no file: the first file then ends the reading. */
  readonly textsOnly: boolean;
}

/**
 * Reads and checks a whole form by the policy of its row, and returns its parts in order of arrival. Rejects with an
 * AppError at the first unacceptable part; with `lenient`, only when the form as a whole is unacceptable. The headers
 * must have been checked before (`refusalOfHeaders`).
 */
export async function readForm(req: Request, options: ReadFormOptions) {
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

  chunk(bytes: Buffer) {
    this.#received += bytes.length;
    if (this.#received > (this.#lenient?.maxBytes ?? this.#totalBytes)) {
      throw new AppError('upload.totalTooLarge', 413, {
        values: { limit: readableBytes(this.#totalBytes) },
      });
    }
  }

  text(head: PartHead, value: string | undefined, truncated: boolean) {
    const limit = this.#judged(() => this.#rules.text(head.name));
    if (limit === undefined) return;
    const name = head.name as string;
    assertPlainEncoding(head);
    if (truncated) this.#refuse(textTooLarge(name, limit));
    if (value === undefined) throw refuseForm('a text in an unknown character set');
    const source = Buffer.from(value);
    if (source.length > limit && !truncated) this.#refuse(textTooLarge(name, limit));
    const part: TextPart = { kind: 'text', name, source, size: source.length };
    this.parts.push(part);
    if (source.length > textBytesInMemory) this.#spill(part, source);
  }

  file(head: PartHead, sentName: string): (stream: Readable) => Promise<void> {
    const [name, fileName] = [head.name ?? '', shortFileName(sentName)];
    const part: FilePart = { kind: 'file', name, fileName, type: '', source: '', size: 0 };
    if (this.#lenient?.textsOnly) {
      this.parts.push(part);
      throw refuseForm('a file in a form without files');
    }
    const field = this.#judged(() => this.#rules.file(head.name));
    if (!field) return drain;
    assertPlainEncoding(head);
    this.#judged(() => assertFileName(sentName, field.name));
    this.parts.push(part);
    return (stream) => this.#folder.track(this.#store(stream, part, field));
  }

  namelessFile(head: PartHead): (empty: boolean) => Error | undefined {
    const { name } = this.#rules.file(head.name);
    // Browsers send a file input without a choice as an empty file without a name, which is no error in a lenient
    // reading.
    return (empty) => {
      if (this.#lenient && empty) return undefined;
      return refuseField(empty ? 'upload.empty' : 'upload.badName', 422, name);
    };
  }

  /** Resolves when all long texts are on disk. */
  async spilled() {
    await Promise.all(this.#spills).catch((error: unknown) => {
      throw storageFullError(error, 'upload.noSpace') ?? error;
    });
  }

  /** Moves a long text to disk. */
  #spill(part: TextPart, source: Buffer) {
    const write = async () => {
      const path = await this.#folder.newPath();
      await writeFile(path, source, { flag: 'wx', mode: 0o600 });
      part.source = path;
    };
    const spill = this.#folder.track(write());
    // An error of `spill` is handled in `spilled`. If the form is refused before, `spilled` is not called; without this
    // line Node would then report the error as unhandled.
    spill.catch(() => {});
    this.#spills.push(spill);
  }

  async #store(stream: Readable, part: FilePart, field: FileField) {
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

  /**
   * Throws the error and so ends the reading. A lenient reading records the error of a field instead, and continues.
   */
  #refuse(problem: unknown) {
    if (!this.#lenient || !(problem instanceof AppError) || !problem.fields) throw problem;
    this.#lenient.problems.push(problem);
  }

  #judged<Value>(judge: () => Value) {
    try {
      return judge();
    } catch (problem) {
      this.#refuse(problem);
      return undefined;
    }
  }
}

/** Reads the stream of a file to its end and discards the bytes. */
async function drain(stream: Readable) {
  stream.resume();
  if (!stream.readableEnded) await finished(stream, { writable: false });
}

/**
 * multer's own limits, as a second line of defence. Where our own error names the field and multer's does not,
 * multer's limit is one higher, so that our limit is reached first.
 */
function parserLimits(
  policy: UploadPolicy,
  allowance: Allowance,
  lenient: LenientReading | undefined,
): FormLimits {
  const texts = policy.texts.length + 1;
  const files = fileCount(policy, allowance) + 1;
  return {
    // The longest name of the contract has under 30 bytes.
    fieldNameSize: 100,
    fieldSize: Math.max(0, ...policy.texts.map((field) => allowance.text[field.size])),
    fields: texts,
    // multer ends the whole form when a file exceeds this limit. So a lenient reading sets a higher one, and itself
    // discards what exceeds the limit of the file.
    fileSize: lenient?.maxBytes ?? Math.max(0, ...policy.files.map((field) => allowance.file[field.kind])),
    files,
    parts: texts + files,
    headerPairs: 16,
    fieldArrayIndexLimit: 999,
    fieldNestingDepth: 3,
  };
}

/**
 * Refuses a part with a transfer encoding such as base64, which RFC 7578 §4.7 deprecates. The encoding is not decoded
 * here, and the upstream does not get its header: it would read the encoded bytes as the value.
 */
function assertPlainEncoding(head: PartHead) {
  if (!['7bit', '8bit', 'binary'].includes(head.encoding)) throw refuseForm('an encoded part');
}

/** How many bytes are collected for one write, since each goes to another thread and back. */
const writtenBytes = 512 * KIB;

/**
 * Writes one file of a form to `path` (a new file that only this user can read) and checks it during the transfer: it
 * is refused at its first bytes if its type is wrong, and at the byte that exceeds `limit`. Throws 413, 415, 422.
 */
async function storeFile(stream: Readable, path: string, { name, kind }: FileField, limit: number) {
  let size = 0;
  async function* within(): AsyncGenerator<Buffer> {
    // The code that opened the stream closes it.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw refuseField('upload.tooLarge', 413, name, { limit: readableBytes(limit) });
      yield chunk;
    }
    if (size === 0) throw refuseField('upload.empty', 422, name);
  }
  const judged = judgeHead(within(), (head) => assertPlausibleHead(head, kind, name));
  await pipeline(judged, createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: writtenBytes }));
  const type = await typeOfFile(path, kind, name);
  if (kind === 'image') await assertImage(path, type, name);
  return { size, type };
}

export type FormFolder = ReturnType<typeof openFolder>;
export type TempFolders = Awaited<ReturnType<typeof openTempFolders>>;

/** Uses `root` for temporary uploads. Remains of a crash are deleted first. */
export async function openTempFolders(root: string, log: Logger) {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true, mode: 0o700 });
  return {
    /** Creates a folder that is deleted when `remove` is called. */
    open: () => openFolder(root),
    /**
     * Creates a folder that is deleted with its contents when the response closes: after success, a refusal, a failure
     * or an abort.
     */
    forResponse(res: Response) {
      const folder = openFolder(root, res.destroyed);
      res.once('close', () => {
        folder
          .remove()
          .catch((error: unknown) => log.error({ err: error }, 'a temporary upload could not be removed'));
      });
      return folder;
    },
  };
}

/** The folder of one form, which owns all its files on disk. */
function openFolder(root: string, isGivenUp = false) {
  const works = new Set<Promise<unknown>>();
  let made: Promise<string> | undefined;
  let files = 0;
  let closed = isGivenUp;

  const track = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.then(
      () => {},
      () => {},
    );
    works.add(ended);
    void ended.then(() => works.delete(ended));
    return work;
  };

  return {
    /** Registers work on the folder's files; the folder is removed only after all of it has ended. */
    track,
    /** Returns an unused path in the folder. Rejects once the folder is being removed. */
    async newPath() {
      if (closed) throw new Error('the request is over');
      made ??= track(mkdtemp(join(root, 'form-')));
      // The name is chosen before the wait, since several paths are requested at the same time and each must get its
      // own.
      const name = String(files++);
      return join(await made, name);
    },
    async remove() {
      closed = true;
      // Waits for all work: a write that is not finished could create a file after the removal.
      while (works.size > 0) await Promise.all(works);
      const folder = await made?.catch(() => undefined);
      if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
