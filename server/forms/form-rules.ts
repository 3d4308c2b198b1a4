import type { FileField, TextField, UploadPolicy } from '#shared/contract/index.ts';
import { type FileKind, KIB, limits, readableBytes } from '#shared/limits.ts';
import { type ErrorCode, messageText } from '#shared/messages.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/** Checks the parts of one form, in order of arrival. Every method throws AppError for an unacceptable part. */
export function createFormRules(policy: UploadPolicy, allowance: Allowance) {
  const seen = new Set<string>();
  const counts = new Map<FileField, number>();
  const maxFiles = fileCount(policy, allowance);
  let files = 0;
  return {
    /** Checks the name of a text: it must be known, and sent only once. Returns the limit of the text in bytes. */
    text(name: string | undefined) {
      if (!name) throw refuseForm('a part without a name');
      const field = policy.texts.find((each) => each.name === name);
      if (!field) throw refuseField('upload.unknownField', 422, name);
      if (seen.has(name)) throw refuseField('upload.repeatedField', 422, name);
      seen.add(name);
      return allowance.text[field.size];
    },
    /** Checks the field of a file: it must be known, and not be sent more often than the policy allows. */
    file(name: string | undefined) {
      if (!name) throw refuseForm('a part without a name');
      const field = policy.files.find((each) => each.pattern.test(name));
      if (!field) throw refuseField('upload.unknownField', 422, name);
      const count = (counts.get(field) ?? 0) + 1;
      counts.set(field, count);
      if (count > field.maxCount) {
        throw refuseField('upload.tooMany', 422, field.name, { limit: field.maxCount });
      }
      files += 1;
      if (files > maxFiles) {
        throw new AppError('upload.tooManyFiles', 422, { values: { limit: maxFiles } });
      }
      // `name[]` is a list and may be repeated. With any other repeated name the upstream would have to choose one of
      // the files.
      if (seen.has(name) && !name.endsWith('[]')) throw refuseField('upload.repeatedField', 422, name);
      seen.add(name);
      return field;
    },
  };
}

/** Checks a file name from the browser, without folders: throws 422 for one that could mislead. */
export function assertFileName(name: string, field: string) {
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) throw refuseField('upload.badName', 422, field);
}

export function textTooLarge(field: string, limit: number) {
  return refuseField('upload.textTooLarge', 413, field, { limit: readableBytes(limit) });
}

/**
 * Returns a refusal that names the field in its text and in `errors` of the envelope, so that the form can show the
 * text at the field.
 */
export function refuseField(
  code: ErrorCode,
  status: number,
  field: string,
  values: Record<string, string | number> = {},
) {
  const filled = { field, ...values };
  return new AppError(code, status, { values: filled, fields: { [field]: [messageText(code, filled)] } });
}

/** Returns the refusal of a picture whose pixels end early, in a file or in a rich text. */
export const refuseCutImage = (field: string) => refuseField('upload.cutImage', 422, field);

/** Returns a 400: the form cannot be read; `cause` is the reason, for the log. */
export function refuseForm(cause: unknown) {
  return new AppError('upload.malformed', 400, { cause });
}

/** The limits of this server. Sizes are in bytes; the environment sets most of them. */
export interface Allowance {
  file: Record<FileKind, number>;
  text: Record<TextField['size'], number>;
  /** Maximum number of files in one request, all fields together. */
  filesPerRequest: number;
}

/**
 * Bytes that a body may have for the header of each part. No part has a longer header (boundary, disposition, type).
 */
const framingPerPart = 2 * KIB;

export function allowanceOf(config: Config): Allowance {
  return {
    file: {
      image: config.UPLOAD_IMAGE_MAX_BYTES,
      video: config.UPLOAD_VIDEO_MAX_BYTES,
      captions: limits.captionsBytes,
      document: config.UPLOAD_DOCUMENT_MAX_BYTES,
    },
    text: { short: limits.shortText, long: limits.longText, rich: config.UPLOAD_TEXT_MAX_BYTES },
    filesPerRequest: config.UPLOAD_MAX_FILES,
  };
}

/** Returns the maximum number of files in a form of this policy. */
export function fileCount(policy: UploadPolicy, allowance: Allowance) {
  const asked = policy.files.reduce((sum, field) => sum + field.maxCount, 0);
  return Math.min(asked, allowance.filesPerRequest);
}

/**
 * Returns the bytes of the largest acceptable body: every text and the largest allowed files, with their part
 * headers.
 */
export function totalBytes(policy: UploadPolicy, allowance: Allowance) {
  const texts = policy.texts.map((field) => allowance.text[field.size]);
  const files = policy.files
    .flatMap((field) => Array<number>(field.maxCount).fill(allowance.file[field.kind]))
    .sort((one, other) => other - one)
    .slice(0, allowance.filesPerRequest);
  const parts = [...texts, ...files];
  return parts.reduce((sum, bytes) => sum + bytes, 0) + (parts.length + 1) * framingPerPart;
}
