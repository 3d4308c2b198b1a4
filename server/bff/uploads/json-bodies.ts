import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler, Response } from 'express';
import { jsonBodyBytes } from '#shared/contract/json-body.ts';
import { readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { defaultMinRate, type MinRate } from '../../http/min-rate.ts';
import { callOf } from '../call.ts';
import { isMethodOverride, methodOverridden } from '../target/methods.ts';
import { enforceMinRate, hasBody, lingerThenClose } from './body.ts';

/**
 * Checks every body that is not a form with files: it has to be JSON, and within its row's limit. The limit is
 * checked while the body arrives, so that a body of unknown length cannot evade it. The bytes are forwarded
 * unchanged, but always with a length, so that the upstream reads exactly the checked bytes. Throws 400
 * `request.badJson`, 408 `request.tooSlow`, 413 `request.bodyTooLarge`.
 */
export function limitJsonBodies(
  config: Pick<Config, 'UPLOAD_TEXT_MAX_BYTES'>,
  minRate: MinRate = defaultMinRate,
): RequestHandler {
  return (req, res, next) => {
    const call = callOf(res);
    if (call.row?.upload || call.upload || !hasBody(req)) {
      next();
      return;
    }
    readWhole(req, res, jsonBodyBytes(call.row, config.UPLOAD_TEXT_MAX_BYTES), minRate)
      .then((bytes) => {
        if (bytes.length > 0) {
          const json = parseJson(bytes);
          call.noteJson?.(json);
          call.upload = {
            contentType: req.headers['content-type'] ?? 'application/json',
            length: bytes.length,
            pieces: [bytes],
          };
        }
      })
      .then(() => next(), next);
  };
}

/**
 * Reads the whole body, with or without an announced length. Throws 400, 408 or, for more than `limit` bytes, 413.
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
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      req.off('data', take);
      lingerThenClose(req, res);
      reject(new AppError('request.bodyTooLarge', 413, { values: { limit: readableBytes(limit) } }));
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

/**
 * Parses a JSON body. Throws 400: `request.badJson`, or `request.methodRefused` if the body asks to be treated as
 * another method.
 */
export function parseJson(bytes: Buffer): unknown {
  const value = parsed(bytes);
  if (typeof value === 'object' && value !== null && Object.keys(value).some(isMethodOverride)) {
    throw methodOverridden();
  }
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
