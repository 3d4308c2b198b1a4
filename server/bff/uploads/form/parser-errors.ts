import multer from 'multer';
import { AppError } from '../../../errors.ts';
import { orNoSpace, refuseForm } from '../refusals.ts';

/** What busboy says of a body that is no well-formed form. Its errors carry no code. */
const malformed =
  /^(Malformed |Unexpected end of |Multipart: |Unsupported content type|Missing Content-Type)/;
/** What multer and Node say when the browser leaves. */
const aborted = /^(Request (aborted|closed|error)|aborted|Premature close)$/;

/**
 * What went wrong while a form was read, as an AppError with a truthful status: the parser's own errors have none. An
 * error that is not the sender's doing comes back as it is, and becomes a logged 500.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  // Limits that have a text of their own are judged before multer's; what is left is a form that we never send.
  if (error instanceof multer.MulterError) return refuseForm(error);
  const message = error instanceof Error ? error.message : '';
  if (malformed.test(message)) return refuseForm(error);
  if (aborted.test(message)) return new AppError('request.aborted', 400, { cause: error });
  return orNoSpace(error);
}
