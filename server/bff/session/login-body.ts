import express, { type Request, type RequestHandler } from 'express';
import { limits, readableBytes } from '#shared/limits.ts';
import { loginSchema } from '#shared/schemas/session.ts';
import { AppError } from '../../errors.ts';

const jsonType = 'application/json';

/**
 * Reads the credentials of a sign-in into `req.body`, as `loginSchema` gives them. 415 for another type than JSON, 413
 * over `limits.loginBody`, 400 for what is no JSON, 422 with a text per field for anything but two usable texts.
 */
export function readCredentials(): RequestHandler[] {
  // Not strict: a bare text or number is valid JSON with bad fields, and is told so.
  const parse = express.json({ limit: limits.loginBody, type: jsonType, strict: false, inflate: false });
  return [
    (req, res, next) => {
      if (req.is(jsonType) === false) {
        throw new AppError('request.typeRefused', 415, { values: { expected: jsonType } });
      }
      parse(req, res, (error: unknown) => next(error && namedError(error)));
    },
    (req, _res, next) => {
      const parsed = loginSchema.safeParse(req.body);
      if (!parsed.success) {
        throw new AppError('fields.invalid', 422, { fields: fieldTexts(parsed.error.issues) });
      }
      req.body = parsed.data;
      next();
    },
  ];
}

/** The credentials that `readCredentials` left on the request. */
export function credentialsOf(req: Request): { email: string; password: string } {
  return req.body;
}

/** An error of the parser under a name of ours; it knows its HTTP status. */
function namedError(error: unknown): AppError {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) {
    const values = { limit: readableBytes(limits.loginBody) };
    return new AppError('request.bodyTooLarge', 413, { values, cause: error });
  }
  if (status === 415) {
    return new AppError('request.typeRefused', 415, { values: { expected: jsonType }, cause: error });
  }
  const aborted = error instanceof Error && 'type' in error && error.type === 'request.aborted';
  return new AppError(aborted ? 'request.aborted' : 'request.badJson', 400, { cause: error });
}

/** An issue of the whole body, which was no object, belongs to every field. */
function fieldTexts(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    for (const name of path.length > 0 ? [String(path[0])] : Object.keys(loginSchema.shape)) {
      fields[name] ??= [message];
    }
  }
  return fields;
}
