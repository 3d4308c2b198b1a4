import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { parse as parseQuery } from 'node:querystring';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { ContractRow, UploadPolicy } from '#shared/contract/index.ts';
import { jsonBodyBytes } from '#shared/contract/row.ts';
import { isRecord } from '#shared/json.ts';
import { limits, MIB, readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { networkOf } from '../../database/site/limiter.ts';
import { AppError } from '../../errors.ts';
import { allowanceOf, totalBytes } from '../../forms/form-rules.ts';
import { isEncoded, refusalOfHeaders } from '../../forms/multipart.ts';
import { openTempFolders, type Part, type ReadFormOptions, readForm } from '../../forms/read-form.ts';
import { defaultLingerMs, defaultMinRate, hasBody, type MinRate, watchRate } from '../../http/connections.ts';
import { callOf } from '../call.ts';
import { isMethodOverride, methodOverridden } from '../target/plain-requests.ts';

/** Returns the announced length of the body, in bytes; undefined if it is chunked. */
export function announcedLength(req: Request) {
  const length = req.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Sends 100 Continue to a client that waits for it before it sends a body (RFC 9110 §10.1.1). Call it in the handler
 * that reads the body, after all checks that need no body, so that a client that is refused never sends its body.
 */
export function sendContinue(req: Request, res: Response) {
  if (req.headers.expect !== undefined && hasBody(req)) res.writeContinue();
}

/**
 * Measures the rate at which a body arrives, until the body is complete or the response closes. If the rate is too
 * low, calls `tooSlow` with the error 408 `request.tooSlow`, which the reader of the body has to pass on; the
 * connection is closed after the answer.
 */
function enforceMinRate(req: Request, res: Response, minRate: MinRate, tooSlow: (refusal: AppError) => void) {
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
export function lingerThenClose(req: Request, res: Response, lingerMs = defaultLingerMs) {
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
    const { row } = callOf(res);
    const maxBytes = row?.upload ? totalBytes(row.upload, allowance) : jsonBodyBytes(row);
    const refusal = judgeKind(req, row) ?? judgeLength(req, row, maxBytes);
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

function judgeKind(req: Request, row: ContractRow | undefined) {
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

function judgeLength(req: Request, row: ContractRow | undefined, limit: number) {
  if ((announcedLength(req) ?? 0) <= limit) return undefined;
  return tooLarge(readableBytes(limit), row?.upload && 'upload.totalTooLarge');
}

/**
 * Reads the JSON body of a call, within the limits of its row, and parses it: the only place that does. Its value is
 * reduced to the fields of the row at once, so that nothing later works on names that no row has. Undefined if the body
 * is empty. Throws 400 `request.badJson`, or `request.methodRefused` if the body asks to be treated as another method;
 * 408 `request.tooSlow`; 413 `request.bodyTooLarge`.
 */
async function readJsonBody(req: Request, res: Response, minRate?: MinRate) {
  const { row } = callOf(res);
  const bytes = await readWhole(req, res, jsonBodyBytes(row), minRate);
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

function tooLarge(
  limit: string,
  code: 'request.bodyTooLarge' | 'upload.totalTooLarge' = 'request.bodyTooLarge',
) {
  return new AppError(code, 413, { values: { limit } });
}

const [quote, backslash, comma, list, listEnd, object, objectEnd] = Buffer.from('"\\,[]{}');

/**
 * Throws 413 if a JSON body has too many values or nested levels. To parse many values, and to walk over them, takes
 * far longer than the same bytes in a few texts.
 */
function assertShape(bytes: Buffer) {
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
function endOfText(bytes: Buffer, begin: number) {
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
export function parseJson(bytes: Buffer) {
  let value: unknown;
  try {
    if (!isUtf8(bytes)) throw new Error('not UTF-8 (RFC 8259 §8.1)');
    value = JSON.parse(bytes.toString());
  } catch (cause) {
    throw new AppError('request.badJson', 400, { cause });
  }
  if (isRecord(value) && Object.keys(value).some(isMethodOverride)) throw methodOverridden();
  return value;
}

/** Returns the fields of a body that its row has. A body that is no object stays as it is, for the schema to refuse. */
function onlyFields(row: ContractRow | undefined, value: unknown) {
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
) {
  const json = await readJsonBody(req, res);
  if (json) callOf(res).json = json;
  return parsedOrRefused(schema, json?.value ?? {}, all);
}

/** Parses the query of a call. Throws as `readBody`, also for a parameter that is repeated. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, req: Request) {
  return parsedOrRefused(schema, parseQuery(req.originalUrl.split('?', 2)[1] ?? ''));
}

/** Parses the query or the body of a call. Throws 422 with the names of the invalid fields. */
function parsedOrRefused<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  all: readonly string[] = [''],
) {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new AppError('fields.invalid', 422, { fields: invalidFields(error, all) });
}

/** Returns the first message of each invalid field. An issue of the whole value is reported at every field of `all`. */
export function invalidFields(error: z.ZodError | undefined, all: readonly string[]) {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error?.issues ?? [])
    for (const name of path.length > 0 ? [String(path[0])] : all) fields[name] ??= [message];
  return fields;
}

export type UploadGate = Awaited<ReturnType<typeof createUploadGate>>;
export type ReadPageForm = Awaited<ReturnType<UploadGate['readPageForm']>>;

const busyRetrySeconds = 5;

/**
 * Maximum number of bytes that are read of a form posted to a page. This is more than a CV may have: reading
 * continues after a CV that is too large, so that the visitor's other input is not lost.
 */
const maxPageFormBytes = 64 * MIB;

/**
 * Creates the upload gate (server/bff/uploads/README.md), and deletes temporary files of a crashed process. The gate
 * receives the whole form of a row with an upload policy on disk, and checks it.
 */
export async function createUploadGate(config: Config, log: Logger, minRate: MinRate = defaultMinRate) {
  const allowance = allowanceOf(config);
  const folders = await openTempFolders(join(config.DATA_DIR, 'tmp', 'uploads'), log);
  const holdSlot = createSlots(config.UPLOAD_CONCURRENCY);
  const holdTextSlot = createSlots(config.UPLOAD_CONCURRENCY);
  const readWithMinRate = (
    req: Request,
    res: Response,
    options: Pick<ReadFormOptions, 'policy' | 'folder' | 'lenient'>,
  ) => {
    sendContinue(req, res);
    return readForm(req, { ...options, allowance, watch: (end) => enforceMinRate(req, res, minRate, end) });
  };
  return {
    /** The lowest rate at which bodies may arrive. */
    minRate,
    /**
     * Reads the body of a call for the passes that follow: the parts of a form with files, or JSON. Its bytes are
     * forwarded unchanged, but always with a length, so that the upstream reads exactly the checked bytes.
     */
    async pass(req: Request, res: Response, next: NextFunction) {
      const call = callOf(res);
      const policy = call.row?.upload;
      if (!policy) {
        if (hasBody(req)) call.json = await readJsonBody(req, res, minRate);
        return next();
      }
      // The browser may have disconnected while the session was opened. No `close` event would then free a slot, so
      // no slot is taken.
      if (res.destroyed) return;
      if (!holdSlot(req, res, call.session !== undefined)) {
        lingerThenClose(req, res);
        throw busy();
      }
      const folder = folders.forResponse(res);
      call.parts = await readWithMinRate(req, res, { policy, folder }).catch((error: unknown) => {
        // A body of known length is read to its end, because its size is limited. Only a body of unknown length is
        // cut off.
        if (announcedLength(req) === undefined) lingerThenClose(req, res);
        throw error;
      });
      call.keepFiles = folder.track;
      if (!res.destroyed) next();
    },

    /**
     * Reads a form that a browser without scripts posted to a page, by the same rules as a call. Does not reject if the
     * form is invalid, because the page is then shown again with the visitor's input; `problems` are all of its
     * problems. Resolves once no more of the body will be read.
     */
    async readPageForm(req: Request, res: Response, policy: UploadPolicy) {
      const parts: Part[] = [];
      const problems: AppError[] = [];
      const folder = folders.forResponse(res);
      const length = announcedLength(req);
      const total = totalBytes(policy, allowance);
      const maxBytes = Math.max(total, maxPageFormBytes);
      const form = { parts, problems, keepFiles: folder.track };
      const hasRoom = holdSlot(req, res);
      if (!hasRoom) {
        problems.push(busy());
        // Forms that are read without their files are small, so there are extra slots for them: what was typed is shown
        // again. If these are taken too, the form is not read.
        if (!holdTextSlot(req, res)) {
          lingerThenClose(req, res);
          return form;
        }
      } else if (length !== undefined && length > total)
        problems.push(tooLarge(readableBytes(total), 'upload.totalTooLarge'));
      const lenient = { parts, problems, maxBytes, textsOnly: !hasRoom || (length ?? 0) > maxBytes };
      await readWithMinRate(req, res, { policy, folder, lenient }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        if (length === undefined || length > maxBytes || !hasRoom) lingerThenClose(req, res);
        // The error that ended the reading is reported only if no problem was found before it: an earlier problem may
        // have caused it.
        if (problems.length === 0) problems.push(error);
      });
      return form;
    },
  };
}

function busy() {
  return new AppError('upload.busy', 503, { retryAfter: busyRetrySeconds });
}

/** Creates a limited number of slots for concurrent uploads. No single visitor can occupy all of them. */
function createSlots(count: number) {
  // Slots reserved for sessions, so that visitors who fill all other slots do not block an admin.
  const reserved = count === 1 ? 0 : Math.max(1, Math.floor(count / 4));
  // A household or an office shares one network address. It may send a few forms at a time, but not fill all visitors'
  // slots.
  const share = Math.max(1, Math.floor((count * 3) / 8));
  /** For each taken slot the network address of its visitor, or `session`. */
  const taken: string[] = [];

  /**
   * Takes a slot until the response closes; false if there is none for this caller. With `hasSession` the slot may be
   * one of those reserved for signed-in users.
   */
  return (req: Request, res: Response, hasSession = false) => {
    const holder = hasSession ? 'session' : networkOf(req.ip ?? 'gone');
    const visitors = taken.filter((each) => each !== 'session');
    const isFull =
      !hasSession &&
      (visitors.length >= count - reserved || visitors.filter((each) => each === holder).length >= share);
    if (taken.length >= count || isFull) return false;
    taken.push(holder);
    res.once('close', () => taken.splice(taken.indexOf(holder), 1));
    return true;
  };
}
