import multer from 'multer';
import { readableBytes } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import type { SizeLimits } from './sizes.ts';

/**
 * What went wrong while a form was read, as an error with a status: multer's and busboy's own carry none. Faults of
 * the disk stay what they are (a 500 for the log), but for a full one.
 */
export function formError(error: unknown, sizes: SizeLimits): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if (error instanceof multer.MulterError) return multerError(error, sizes);
  if (/^Request (aborted|closed)$|premature close/i.test(error.message)) {
    return new AppError('request.aborted', 400, { cause: error });
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('upload.noSpace', 507, { cause: error });
  if (code === 'ECONNRESET') return new AppError('request.aborted', 400, { cause: error });
  if (syscall) return error;
  // What is left is busboy's: no boundary, a cut end, a part header that cannot be read.
  return new AppError('upload.malformed', 400, { cause: error });
}

function multerError(error: multer.MulterError, sizes: SizeLimits): AppError {
  const code: string = error.code;
  const field = (error.field ?? '').slice(0, 100);
  if (code === 'LIMIT_FIELD_VALUE') {
    return new AppError('upload.textTooLarge', 413, {
      values: { field, limit: readableBytes(sizes.text.rich) },
    });
  }
  if (code === 'LIMIT_FILE_COUNT') {
    return new AppError('upload.tooManyFiles', 422, { values: { limit: sizes.files } });
  }
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FIELD_NESTING') {
    return new AppError('upload.unknownField', 422, { values: { field } });
  }
  return new AppError('upload.malformed', 400, { cause: error });
}
