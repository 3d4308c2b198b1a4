import type { FileKind } from '../limits.ts';

/**
 * A file field of a form. Field names with an index or a key (docs/product.md §7), such as images[0] and
 * tech_image[2][file], are matched by a pattern.
 */
export interface FileField {
  /** The name for people and for errors, without brackets. */
  name: string;
  /** Matches the field names that are accepted. */
  pattern: RegExp;
  kind: FileKind;
  /** How many files of this field one request may carry. */
  maxCount: number;
}

/**
 * A text field of a form: one line, a text of several lines (`long`), or rich text, which carries inline images and
 * has the large limit of UPLOAD_TEXT_MAX_BYTES.
 */
export interface TextField {
  name: string;
  size: 'short' | 'long' | 'rich';
}

/**
 * The fields that a multipart call may carry. The upload gate refuses any other (server/bff/uploads/README.md).
 */
export interface UploadPolicy {
  files: readonly FileField[];
  texts: readonly TextField[];
}
