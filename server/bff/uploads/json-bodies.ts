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
 * Holds every body that is no form to its row's limit while it streams, so that one in chunks cannot dodge it, and to being
 * JSON. The bytes go on exactly as they came, but always with a length: what the upstream reads is what we judged.
 * 400 `request.badJson`, 408 `request.tooSlow`, 413 `request.bodyTooLarge`.
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

/** The bytes of the body, at most `limit`, whether its length was announced or not. 400, 408 or 413. */
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

/** The value of a JSON body; 400 `request.badJson`, or `request.methodRefused` where it asks for another method. */
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
