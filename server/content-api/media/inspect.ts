import { stat } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { FileField } from '#shared/contract/index.ts';
import { acceptedNames, acceptedTypes, limits } from '#shared/limits.ts';
import { type ErrorCode, messageText } from '#shared/messages.ts';
import { isWordDocument } from '../../documents/word-document.ts';
import { AppError } from '../../errors.ts';

/** A received file that is what its field takes. */
export interface IncomingFile {
  path: string;
  /** By its first bytes, never by its name. */
  type: string;
}

/** A file of a form. */
export interface ReceivedFile extends IncomingFile {
  /** Bytes. */
  size: number;
  /** As the sender called it: fit to be shown only when `displayName` has seen it. */
  name: string;
}

/** Rejects with AppError 415 or 422 unless the file's own bytes say that it is of the field's kind. */
export async function inspectFile(path: string, field: FileField): Promise<Omit<ReceivedFile, 'name'>> {
  const { size } = await stat(path);
  if (size === 0) throw refusal('upload.empty', 422, field);
  const type = await detectType(path, field);
  if (type === undefined || !acceptedTypes[field.kind].includes(type)) {
    throw refusal('upload.wrongType', 415, field, { accepted: acceptedNames[field.kind] });
  }
  if (field.kind === 'image') await inspectImage(path, field);
  return { path, type, size };
}

async function detectType(path: string, { kind }: FileField): Promise<string | undefined> {
  try {
    const type = (await fileTypeFromFile(path))?.mime;
    const isWord = type === 'application/x-cfb' && kind === 'document' && (await isWordDocument(path));
    return isWord ? 'application/msword' : type;
  } catch {
    // A file that breaks the detector is of no type that we take.
    return undefined;
  }
}

/** Only the header is read: enough to refuse an image that would fill the memory of whoever unpacks it. */
async function inspectImage(path: string, field: FileField): Promise<void> {
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw refusal('upload.badImage', 422, field, {}, cause);
    });
  const tooLong = Math.max(width, height) > limits.imageSidePixels;
  if (tooLong || width * height > limits.imagePixels) {
    const limit = tooLong ? `${limits.imageSidePixels} on a side` : `${limits.imagePixels} in all`;
    throw refusal('upload.imageTooWide', 422, field, { size: `${width} × ${height}`, limit });
  }
}

function refusal(
  code: ErrorCode,
  status: number,
  { name: field }: FileField,
  values: Record<string, string> = {},
  cause?: unknown,
): AppError {
  const filled = { field, ...values };
  return new AppError(code, status, {
    values: filled,
    fields: { [field]: [messageText(code, filled)] },
    ...(cause !== undefined && { cause }),
  });
}
