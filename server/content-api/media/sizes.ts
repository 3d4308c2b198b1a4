import type { FileField, TextField, UploadPolicy } from '#shared/contract/index.ts';
import { type FileKind, KIB, limits } from '#shared/limits.ts';
import type { Config } from '../../config.ts';

/** Largest sizes in bytes, and the largest number of files of one form. */
export interface SizeLimits extends Record<FileKind, number> {
  /** Texts, by the size of their field. */
  text: Record<TextField['size'], number>;
  files: number;
}

/** Room for the boundary and the headers of one part. */
const partOverhead = 2 * KIB;

export function sizeLimits(config: Config): SizeLimits {
  return {
    image: config.UPLOAD_IMAGE_MAX_BYTES,
    video: config.UPLOAD_VIDEO_MAX_BYTES,
    document: config.UPLOAD_DOCUMENT_MAX_BYTES,
    text: { short: limits.shortText, long: limits.longText, rich: config.UPLOAD_TEXT_MAX_BYTES },
    files: config.UPLOAD_MAX_FILES,
  };
}

/** The field of the policy that takes files of this name. */
export function fileFieldOf(policy: UploadPolicy, name: string): FileField | undefined {
  return policy.files.find((field) => field.pattern.test(name));
}

/** No form of this policy can be larger, so one that says it is need not be read. */
export function wholeFormBytes(policy: UploadPolicy, sizes: SizeLimits): number {
  const texts = policy.texts.map((field) => sizes.text[field.size]);
  const files = policy.files.flatMap((field) => Array<number>(field.maxCount).fill(sizes[field.kind]));
  const parts = [...texts, ...files];
  return parts.reduce((sum, size) => sum + size + partOverhead, partOverhead);
}
