import { isUtf8 } from 'node:buffer';
import { parse as parseQuery } from 'node:querystring';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { ContractRow } from '#shared/contract/index.ts';
import { jsonBodyBytes } from '#shared/contract/json-body.ts';
import { isRecord } from '#shared/is-record.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { allowanceOf, totalBytes } from '../../forms/form-rules.ts';
import { isEncoded, refusalOfHeaders } from '../../forms/multipart.ts';
import { defaultMinRate, hasBody, type MinRate, watchRate } from '../../http/connections.ts';
import { callOf } from '../call.ts';
import { isMethodOverride, methodOverridden } from '../target/plain-requests.ts';
import type { JsonBody } from '../upstream/upstream.ts';

/** Returns the announced length of the body, in bytes; undefined if it is chunked. */
export function announcedLength(req: Request): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Sends 100 Continue to a client that waits for it before it sends a body (RFC 9110 §10.1.1). Call it in the handler
 * that reads the body, after all checks that need no body, so that a client that is refused never sends its body.
 */
export function sendContinue(req: Request, res: Response): void {
  if (req.headers.expect !== undefined && hasBody(req)) res.writeContinue();
}

/**
 * Measures the rate at which a body arrives, until the body is complete or the response closes. If the rate is too
 * low, calls `tooSlow` with the error 408 `request.tooSlow`, which the reader of the body has to pass on; the
 * connection is closed after the answer.
 */
export function enforceMinRate(
  req: Request,
  res: Response,
  minRate: MinRate,
  tooSlow: (refusal: AppError) => void,
): void {
  if (req.complete || res.destroyed) return;
  const stop = watchRate(req, minRate, () => {
    // If received bytes have not been read yet, the delay is caused by this site's disk and not by the sender.
    if (req.readableLength > 0) return;
    stop();
    lingerThenClose(req, res, tooSlowLingerMs);
    tooSlow(new AppError('request.tooSlow', 408));
  });
  res.once('close', stop);
}

const defaultLingerMs = 5_000;
/**
 * Milliseconds for which further bytes of a slow client are discarded. The time is short, because such a client has
 * few bytes in transit.
 */
const tooSlowLingerMs = 1_000;

/**
 * Closes the connection of a refused request some time after the answer; called when the body is not read to its end.
 * Closing immediately would reset the connection while the client is still sending, and the reset can overtake the
 * answer. So further bytes are discarded for `lingerMs`. Then the connection is closed, because the announced length
 * may be arbitrarily large.
 */
export function lingerThenClose(req: Request, res: Response, lingerMs = defaultLingerMs): void {
  res.once('finish', () => {
    if (req.complete) return;
    setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, lingerMs).unref();
  });
}

/**
 * Checks a body by its headers, before any of it is read (server/bff/uploads/README.md): the type has to be that of
 * the row, and the announced length within the row's limit. Throws 400, 413 or 415.
 */
export function acceptBody(config: Config): RequestHandler {
  const allowance = allowanceOf(config);
  return (req, res, next) => {
    const call = callOf(res);
    const { row } = call;
    call.maxBytes = row?.upload ? totalBytes(row.upload, allowance) : jsonBodyBytes(row);
    const refusal = judgeKind(req, row) ?? judgeLength(req, row, call.maxBytes);
    if (refusal) {
      lingerThenClose(req, res);
      next(refusal);
      return;
    }
    // For a form with files, 100 Continue is sent later: by the upload gate, once it has a free slot.
    if (!row?.upload) sendContinue(req, res);
    next();
  };
}

function judgeKind(req: Request, row: ContractRow | undefined): AppError | undefined {
  if (row?.upload) return refusalOfHeaders(req);
  const type = (req.headers['content-type'] ?? '').toLowerCase();
  const media = type.split(';', 1)[0]?.trim() ?? '';
  if (media.startsWith('multipart/')) return new AppError('upload.multipartRefused', 415);
  if (!hasBody(req)) return undefined;
  const charset = /;\s*charset="?([^\s;"]*)/.exec(type)?.[1] ?? 'utf-8';
  const isPlain = !isEncoded(req.headers['content-encoding']);
  if (media === 'application/json' && charset === 'utf-8' && isPlain) return undefined;
  return new AppError('request.typeRefused', 415, { values: { expected: 'application/json' } });
}

function judgeLength(req: Request, row: ContractRow | undefined, limit: number): AppError | undefined {
  if ((announcedLength(req) ?? 0) <= limit) return undefined;
  const code = row?.upload ? 'upload.totalTooLarge' : 'request.bodyTooLarge';
  return new AppError(code, 413, { values: { limit: readableBytes(limit) } });
}

/**
 * Reads every body that is not a form with files, for the passes that follow. The bytes are forwarded unchanged, but
 * always with a length, so that the upstream reads exactly the checked bytes. Throws as `readJsonBody`.
 */
export function readJsonBodies(minRate: MinRate = defaultMinRate): RequestHandler {
  return async (req, res, next) => {
    const call = callOf(res);
    if (!call.row?.upload && hasBody(req)) {
      const json = await readJsonBody(req, res, minRate);
      if (json) call.json = json;
    }
    next();
  };
}

/**
 * Reads the JSON body of a call, within the limits of its row, and parses it: the only place that does. Its value is
 * reduced to the fields of the row at once, so that nothing later works on names that no row has. Undefined if the body
 * is empty. Throws 400 `request.badJson`, or `request.methodRefused` if the body asks to be treated as another method;
 * 408 `request.tooSlow`; 413 `request.bodyTooLarge`.
 */
async function readJsonBody(req: Request, res: Response, minRate?: MinRate): Promise<JsonBody | undefined> {
  const { row, maxBytes = limits.jsonBody } = callOf(res);
  const bytes = await readWhole(req, res, maxBytes, minRate);
  // The bodies of other paths have no fields that are known here, and only admins may send them.
  if (row) assertShape(bytes);
  return bytes.length === 0 ? undefined : { value: onlyFields(row, parseJson(bytes)), bytes };
}

/**
 * Reads the whole body, with or without an announced length. The limit is checked while the body arrives, so that a
 * body of unknown length cannot evade it. Throws 400, 408 or, for more than `limit` bytes, 413.
 */
export function readWhole(
  req: Request,
  res: Response,
  limit: number,
  minRate: MinRate = defaultMinRate,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      req.off('data', take);
      lingerThenClose(req, res);
      reject(tooLarge(readableBytes(limit)));
    };
    const abort = (cause?: unknown) => reject(new AppError('request.aborted', 400, { cause }));
    enforceMinRate(req, res, minRate, (refusal) => {
      req.off('data', take);
      reject(refusal);
    });
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('error', abort);
    req.once('close', abort);
  });
}

function tooLarge(limit: string): AppError {
  return new AppError('request.bodyTooLarge', 413, { values: { limit } });
}

const [quote, backslash, comma, list, listEnd, object, objectEnd] = Buffer.from('"\\,[]{}');

/**
 * Throws 413 if a JSON body has too many values or nested levels. To parse many values, and to walk over them, takes
 * far longer than the same bytes in a few texts.
 */
function assertShape(bytes: Buffer): void {
  let [values, depth] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === comma) values += 1;
    else if (byte === listEnd || byte === objectEnd) depth -= 1;
    else if (byte === list || byte === object) {
      values += 1;
      depth += 1;
    }
    if (values > limits.jsonValues) throw tooLarge(`${limits.jsonValues} values`);
    if (depth > limits.jsonDepth) throw tooLarge(`${limits.jsonDepth} levels`);
  }
}

/** Returns the place of the quote that ends a text; the length of the bytes if no quote does. */
function endOfText(bytes: Buffer, begin: number): number {
  for (let end = begin; ; ) {
    // Only the places of quotes are looked at: a text may be as long as the whole body.
    end = bytes.indexOf(quote as number, end + 1);
    if (end === -1) return bytes.length;
    let before = end;
    while (bytes[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
}

/** Parses a JSON body. Throws 400. */
export function parseJson(bytes: Buffer): unknown {
  const value = parsed(bytes);
  if (isRecord(value) && Object.keys(value).some(isMethodOverride)) throw methodOverridden();
  return value;
}

function parsed(bytes: Buffer): unknown {
  try {
    if (!isUtf8(bytes)) throw new Error('not UTF-8 (RFC 8259 §8.1)');
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new AppError('request.badJson', 400, { cause });
  }
}

/** Returns the fields of a body that its row has. A body that is no object stays as it is, for the schema to refuse. */
function onlyFields(row: ContractRow | undefined, value: unknown): unknown {
  if (!row || !isRecord(value)) return value;
  const { shape = {} } = (row.body ?? {}) as { shape?: object };
  const names = Object.keys(shape).filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

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
