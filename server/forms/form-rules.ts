import type { FileField, UploadPolicy } from '#shared/contract/index.ts';
import { readableBytes } from '#shared/limits.ts';
import { AppError } from '../errors.ts';
import { type Allowance, fileCount } from './allowance.ts';
import { refuseField, refuseForm } from './refusals.ts';

/** Checks the parts of one form, in order of arrival. Every method throws AppError for an unacceptable part. */
export function createFormRules(policy: UploadPolicy, allowance: Allowance) {
  const seen = new Set<string>();
  const counts = new Map<FileField, number>();
  const maxFiles = fileCount(policy, allowance);
  let files = 0;
  return {
    /** Checks the name of a text: it must be known, and sent only once. Returns the limit of the text in bytes. */
    text(name: string | undefined): number {
      if (!name) throw refuseForm('a part without a name');
      const field = policy.texts.find((each) => each.name === name);
      if (!field) throw refuseField('upload.unknownField', 422, name);
      if (seen.has(name)) throw refuseField('upload.repeatedField', 422, name);
      seen.add(name);
      return allowance.text[field.size];
    },
    /** Checks the field of a file: it must be known, and not be sent more often than the policy allows. */
    file(name: string | undefined): FileField {
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
export function assertFileName(name: string, field: string): void {
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) throw refuseField('upload.badName', 422, field);
}

export function textTooLarge(field: string, limit: number): AppError {
  return refuseField('upload.textTooLarge', 413, field, { limit: readableBytes(limit) });
}
