import type { Request, RequestHandler } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import { jsonBodyBytes } from '#shared/contract/json-body.ts';
import { readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { allowanceOf, totalBytes } from '../../forms/allowance.ts';
import { isEncoded, refusalOfHeaders } from '../../forms/multipart.ts';
import { hasBody } from '../../http/connections.ts';
import { callOf } from '../call.ts';
import { announcedLength, lingerThenClose, sendContinue } from './body.ts';

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
