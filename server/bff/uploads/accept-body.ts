import type { Request, RequestHandler } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import { jsonBodyBytes } from '#shared/contract/json-body.ts';
import { readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { callOf } from '../call.ts';
import { type Allowance, allowanceOf, totalBytes } from './allowance.ts';
import { announcedLength, hasBody, lingerThenClose, welcomeBody } from './body.ts';
import { refuseForm } from './refusals.ts';

/**
 * Judges a body by its headers, before a byte of it is read (docs/architecture.md §5, Uploads): its kind must be the row's,
 * its announced length within what the row can take. 400, 413 or 415.
 */
export function acceptBody(config: Config): RequestHandler {
  const allowance = allowanceOf(config);
  return (req, res, next) => {
    const { row } = callOf(res);
    const refusal = judgeKind(req, row) ?? judgeLength(req, row, allowance);
    if (refusal) {
      lingerThenClose(req, res);
      next(refusal);
      return;
    }
    // The gate welcomes forms itself, once it has room for one more.
    if (!row?.upload) welcomeBody(req, res);
    next();
  };
}

function judgeKind(req: Request, row: ContractRow | undefined): AppError | undefined {
  const type = (req.headers['content-type'] ?? '').toLowerCase();
  const media = type.split(';', 1)[0]?.trim() ?? '';
  if (row?.upload) {
    if (media !== 'multipart/form-data' || isEncoded(req)) {
      return new AppError('upload.multipartRequired', 415);
    }
    return hasSaneBoundary(req) ? undefined : refuseForm('no usable boundary');
  }
  if (media.startsWith('multipart/')) return new AppError('upload.multipartRefused', 415);
  if (!hasBody(req)) return undefined;
  const charset = /;\s*charset="?([^\s;"]*)/.exec(type)?.[1] ?? 'utf-8';
  if (media === 'application/json' && charset === 'utf-8' && !isEncoded(req)) return undefined;
  return new AppError('request.typeRefused', 415, { values: { expected: 'application/json' } });
}

/** True for a form as browsers post it: multipart, with a usable boundary, not compressed. */
export function isPlainMultipart(req: Request): boolean {
  const media = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return media === 'multipart/form-data' && !isEncoded(req) && hasSaneBoundary(req);
}

/** A compressed body would pass every size check as a small one; nothing that we serve sends such bodies. */
function isEncoded(req: Request): boolean {
  const encoding = req.headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

/** RFC 2046 §5.1.1: 1 to 70 characters of a short list, the last of them no space. */
function hasSaneBoundary(req: Request): boolean {
  return /;\s*boundary=(?:"[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]"|[\w'+\-.^`|~!#$%&*]{1,70})\s*(?:;|$)/i.test(
    req.headers['content-type'] ?? '',
  );
}

function judgeLength(req: Request, row: ContractRow | undefined, allowance: Allowance): AppError | undefined {
  const length = announcedLength(req);
  if (length === undefined) return undefined;
  const limit = row?.upload ? totalBytes(row.upload, allowance) : jsonBodyBytes(row, allowance.text.rich);
  if (length <= limit) return undefined;
  const code = row?.upload ? 'upload.totalTooLarge' : 'request.bodyTooLarge';
  return new AppError(code, 413, { values: { limit: readableBytes(limit) } });
}
