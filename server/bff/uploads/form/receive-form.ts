import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { UploadPolicy } from '#shared/contract/index.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { AppError } from '../../../errors.ts';
import { type Allowance, fileCount, totalBytes } from '../allowance.ts';
import { storeFile } from '../files/store-file.ts';
import type { RequestFolder } from '../files/temp-folders.ts';
import { orNoSpace, refuseField, refuseForm } from '../refusals.ts';
import { assertFileName, createFormRules, fieldNameBytes, textTooLarge } from './form-rules.ts';
import { type FormLimits, type PartHead, parseForm } from './parse-form.ts';
import type { FilePart, Part } from './parts.ts';
import { watchReplacements } from './replacement-characters.ts';

/** Longer texts wait on disk like files: rich text carries inline images. */
const textBytesInMemory = 64 * KIB;

/**
 * Reads and judges a whole form by the policy of its row, and gives its parts in the order in which they came. Rejects
 * with an AppError as soon as anything in it may not pass.
 */
export async function receiveForm(
  req: Request,
  res: Response,
  policy: UploadPolicy,
  allowance: Allowance,
  folder: RequestFolder,
): Promise<Part[]> {
  const rules = createFormRules(policy, allowance);
  const total = totalBytes(policy, allowance);
  const replacements = watchReplacements();
  const parts: Part[] = [];
  const spills: Promise<void>[] = [];
  let received = 0;

  await parseForm(req, res, parserLimits(policy, allowance), allowance.pace, {
    chunk(bytes) {
      received += bytes.length;
      if (received > total) {
        throw new AppError('upload.totalTooLarge', 413, { values: { limit: readableBytes(total) } });
      }
      replacements.saw(bytes);
    },

    text(head, value, truncated) {
      const limit = rules.text(head.name);
      const name = head.name as string;
      assertPlainEncoding(head);
      if (truncated) throw textTooLarge(name, limit);
      if (value === undefined) throw refuseForm('a text in an unknown character set');
      const source = Buffer.from(value);
      if (source.length > limit) throw textTooLarge(name, limit);
      if (!replacements.covers(value)) throw refuseField('field.badCharacters', 422, name);
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
      const field = rules.file(head.name);
      assertPlainEncoding(head);
      assertFileName(fileName, field.name);
      if (!replacements.covers(fileName)) throw refuseField('upload.badName', 422, field.name);
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
        const stored = await storeFile(stream, part.source, field, allowance.file[field.kind]);
        part.size = stored.size;
        part.type = stored.type;
      };
      return (stream) => folder.track(store(stream));
    },

    namelessFile(head) {
      const { name } = rules.file(head.name);
      // A browser sends a file input that nobody touched as an empty file without a name.
      return (empty) => refuseField(empty ? 'upload.empty' : 'upload.badName', 422, name);
    },
  });
  await Promise.all(spills).catch((error: unknown) => {
    throw orNoSpace(error);
  });
  return parts;
}

/** multer's own limits, as the second line behind ours: one more than ours where ours can name the field. */
function parserLimits(policy: UploadPolicy, allowance: Allowance): FormLimits {
  const texts = policy.texts.length + 1;
  const files = fileCount(policy, allowance) + 1;
  return {
    fieldNameSize: fieldNameBytes,
    fieldSize: Math.max(0, ...policy.texts.map((field) => allowance.text[field.size])),
    fields: texts,
    fileSize: Math.max(0, ...policy.files.map((field) => allowance.file[field.kind])),
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
