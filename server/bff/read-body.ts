import { parse as parseQuery } from 'node:querystring';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { callOf } from './call.ts';
import { readJsonBody } from './uploads/json-bodies.ts';

/**
 * Reads the JSON body of a call that the BFF answers itself, parsed by `schema`. Throws 400, 413, or 422 with the names
 * of the invalid fields. An issue of the whole body, e.g. that it is not an object, is reported at every field of
 * `all`.
 */
export async function readBody<Schema extends z.ZodType>(
  schema: Schema,
  req: Request,
  res: Response,
  all?: readonly string[],
): Promise<z.output<Schema>> {
  const json = await readJsonBody(req, res);
  if (json) callOf(res).json = json;
  return parsedOrRefused(schema, json?.value ?? {}, all);
}

/** Parses the query of a call. Throws as `readBody`, also for a parameter that is repeated. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> {
  return parsedOrRefused(schema, parseQuery(req.originalUrl.split('?', 2)[1] ?? ''));
}

/** Parses the query or the body of a call. Throws 422 with the names of the invalid fields. */
function parsedOrRefused<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  all: readonly string[] = [''],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error.issues)
    for (const name of path.length > 0 ? [String(path[0])] : all) fields[name] ??= [message];
  throw new AppError('fields.invalid', 422, { fields });
}
