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
  // The bodies of other paths have no fields that are known here, and only admins may send them.
  const bytes = await readWhole(req, res, maxBytes, { minRate, ...(row && { watch: watchShape() }) });
  return bytes.length === 0 ? undefined : { value: onlyFields(row, parseJson(bytes)), bytes };
}

interface ReadOptions {
  minRate?: MinRate;
  /** Looks at each piece of the body as it arrives; ends the reading by throwing an AppError. */
  watch?: (piece: Buffer) => void;
}

/**
 * Reads the whole body, with or without an announced length. The limit is checked while the body arrives, so that a
 * body of unknown length cannot evade it. Throws 400, 408 or, for more than `limit` bytes, 413.
 */
export function readWhole(
  req: Request,
  res: Response,
  limit: number,
  { minRate = defaultMinRate, watch }: ReadOptions = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > limit) throw tooLarge(readableBytes(limit));
        watch?.(chunk);
        chunks.push(chunk);
      } catch (refusal) {
        req.off('data', take);
        lingerThenClose(req, res);
        reject(refusal);
      }
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

const [quote = 0, backslash = 0] = Buffer.from('"\\');
/** By byte: by how much it changes the depth, and how many values begin at it or after it. */
const levels = new Int8Array(256);
const begun = new Int8Array(256);
for (const opening of Buffer.from('[{')) levels[opening] = begun[opening] = 1;
for (const closing of Buffer.from(']}')) levels[closing] = -1;
for (const comma of Buffer.from(',')) begun[comma] = 1;

/**
 * Returns a watch that throws 413 when a JSON body has too many values or nested levels. To parse many values, and to
 * walk over them, takes far longer than the same bytes in a few texts.
 */
function watchShape(): (piece: Buffer) => void {
  let [isText, skipped, values, depth, deepest] = [false, 0, 0, 0, 0];
  return (piece) => {
    let at = skipped;
    while (at < piece.length) {
      if (isText) at = endOfText(piece, at);
      if (at >= piece.length) break;
      const byte = piece[at] as number;
      at += 1;
      if (byte === quote) isText = !isText;
      else {
        values += begun[byte] as number;
        depth += levels[byte] as number;
        if (depth > deepest) deepest = depth;
      }
    }
    skipped = at - piece.length;
    if (values > limits.jsonValues) throw tooLarge(`${limits.jsonValues} values`);
    if (deepest > limits.jsonDepth) throw tooLarge(`${limits.jsonDepth} levels`);
  };
}

/**
 * Returns the place of the quote that ends a text; past the end of the piece if it does not end there. Only the places
 * of quotes are looked at: a text may be as long as the whole body.
 */
function endOfText(piece: Buffer, from: number): number {
  let end = from - 1;
  let isEscaped = true;
  while (isEscaped && end < piece.length) {
    end = piece.indexOf(quote, end + 1);
    if (end === -1) end = piece.length;
    let before = end;
    while (before > from && piece[before - 1] === backslash) before -= 1;
    isEscaped = (end - before) % 2 === 1;
  }
  return isEscaped ? end + 1 : end;
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
