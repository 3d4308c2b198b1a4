import type { Request, RequestHandler } from 'express';
import { type Credentials, loginSchema } from '#shared/schemas/session.ts';
import { AppError } from '../../../errors.ts';
import { readJsonBody } from '../../uploads/json-bodies.ts';

/**
 * Reads the credentials of a sign-in into `req.body`, and validates them by `loginSchema`. Throws as
 * `readJsonBody`, 400 if the body is not JSON, and 422 with a text per field if email or password is missing or
 * unusable. A body of another type than JSON has been refused before (`acceptBody`).
 */
export function readCredentials(): RequestHandler {
  return async (req, res, next) => {
    const parsed = loginSchema.safeParse((await readJsonBody(req, res))?.value ?? {});
    if (!parsed.success) {
      throw new AppError('fields.invalid', 422, {
        fields: fieldTexts(parsed.error.issues, Object.keys(loginSchema.shape)),
      });
    }
    req.body = parsed.data;
    next();
  };
}

/** Returns the credentials that `readCredentials` stored on the request. */
export function credentialsOf(req: Request): Credentials {
  return req.body;
}

/**
 * Returns the texts of the issues by field. An issue of the whole body, e.g. that it is not an object, is reported at
 * every field of `all`, or at `body` if `all` is empty.
 */
export function fieldTexts(
  issues: readonly { path: PropertyKey[]; message: string }[],
  all: readonly string[],
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    for (const name of path.length > 0 ? [String(path[0])] : all.length > 0 ? all : ['body']) {
      fields[name] ??= [message];
    }
  }
  return fields;
}
