import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler, Response } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import { isRecord } from '#shared/is-record.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import { hasBody } from '../../http/connections.ts';
import { defaultMinRate, type MinRate } from '../../http/min-rate.ts';
import { callOf } from '../call.ts';
import { isMethodOverride, methodOverridden } from '../target/methods.ts';
import type { JsonBody } from '../upstream/json-body.ts';
import { enforceMinRate, lingerThenClose } from './body.ts';

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
export async function readJsonBody(
  req: Request,
  res: Response,
  minRate?: MinRate,
): Promise<JsonBody | undefined> {
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
