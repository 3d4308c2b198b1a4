import { type ErrorCode, messageText } from '#shared/messages.ts';
import { AppError } from '../errors.ts';

/**
 * Returns a refusal that names the field in its text and in `errors` of the envelope, so that the form can show the
 * text at the field.
 */
export function refuseField(
  code: ErrorCode,
  status: number,
  field: string,
  values: Record<string, string | number> = {},
): AppError {
  const filled = { field, ...values };
  return new AppError(code, status, { values: filled, fields: { [field]: [messageText(code, filled)] } });
}

/** Returns the refusal of a picture whose pixels end early, in a file or in a rich text. */
export const refuseCutImage = (field: string) => refuseField('upload.cutImage', 422, field);

/** Returns a 400: the form cannot be read; `cause` is the reason, for the log. */
export function refuseForm(cause: unknown): AppError {
  return new AppError('upload.malformed', 400, { cause });
}
