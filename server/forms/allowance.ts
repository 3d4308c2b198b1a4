import type { FileField, TextField, UploadPolicy } from '#shared/contract/index.ts';
import { type FileKind, KIB, limits } from '#shared/limits.ts';
import type { Config } from '../config.ts';

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
export function fileCount(policy: UploadPolicy, allowance: Allowance): number {
  const asked = policy.files.reduce((sum, field) => sum + field.maxCount, 0);
  return Math.min(asked, allowance.filesPerRequest);
}

/**
 * Returns the bytes of the largest acceptable body: every text and the largest allowed files, with their part
 * headers.
 */
export function totalBytes(policy: UploadPolicy, allowance: Allowance): number {
  const texts = policy.texts.map((field) => allowance.text[field.size]);
  const files = policy.files
    .flatMap((field: FileField) => Array<number>(field.maxCount).fill(allowance.file[field.kind]))
    .sort((one, other) => other - one)
    .slice(0, allowance.filesPerRequest);
  const parts = [...texts, ...files];
  return parts.reduce((sum, bytes) => sum + bytes, 0) + (parts.length + 1) * framingPerPart;
}
