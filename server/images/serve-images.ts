import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { type ImageWidth, imageWidthOf } from '#shared/images.ts';
import { isMediaPath } from '../bff/upstream/addresses.ts';
import { browserHeaders } from '../bff/upstream/browser-headers.ts';
import { disconnectSignal } from '../bff/upstream/disconnect-signal.ts';
import { upstreamFailure } from '../bff/upstream/failures.ts';
import { dumpAnswer } from '../bff/upstream/refusals.ts';
import { AppError } from '../errors.ts';
import { endWithBytes, inPieces } from '../http/end-with.ts';
import { contentHash, matchesEtag } from '../http/etag.ts';
import { ConversionError, type ConversionProblem } from '../image-files/conversion-error.ts';
import { withoutMetadata } from '../image-files/without-metadata.ts';
import { type FetchSource, refused } from './source.ts';
import { defaultCacheRule, type Variants } from './variants.ts';

interface ServeImagesOptions {
  variants: Variants;
  fetchSource: FetchSource;
  /** UPSTREAM_MEDIA_PATHS, and the paths of media on other origins. */
  mediaPaths: readonly string[];
}

const addressForm = /^\/img\/(\d+)(\/.*)$/;

/**
 * Serves GET and HEAD of /img/{width}/{path of a media file}: that picture, at most this wide, as WebP. The answer is
 * the same for everyone, so no session or cookie is read. If the picture cannot be made smaller, the original is sent
 * without its metadata; browsers may cache it unless the reason is that too many conversions wait (`busy`). A file
 * that is not a picture is answered with 415.
 */
export function serveImages({ variants, fetchSource, mediaPaths }: ServeImagesOptions): RequestHandler {
  return (req, res, next) => {
    const [, width = '', path = ''] = addressForm.exec(req.originalUrl) ?? [];
    if (path === '') return next();
    const known = imageWidthOf(width);
    // Each picture has only one URL: with a query, visitors could make many cached copies of it.
    if (known === undefined || path.includes('?') || !isMediaPath(path, mediaPaths)) {
      // The path is passed on: a host may have its own media below /img.
      if (isMediaPath(req.originalUrl, mediaPaths)) next();
      else next(new AppError('request.notFound', 404));
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      next(notAllowed(req.method));
    } else serve(req, res, path, known).catch(next);
  };

  async function serve(req: Request, res: Response, path: string, width: ImageWidth): Promise<void> {
    const signal = disconnectSignal(res);
    try {
      const image = await variants.get(path, width, { res, signal });
      res.set({ 'Cache-Control': image.source.rule ?? defaultCacheRule, ETag: image.etag });
      if (matchesEtag(req.headers['if-none-match'], image.etag)) {
        res.status(304).end();
        return;
      }
      res.set({ 'Content-Type': image.type, 'Content-Length': String(image.body.length) });
      endWithBytes(res, image.body);
    } catch (error) {
      if (res.destroyed) return;
      if (!(error instanceof ConversionError)) throw error;
      if (error.problem === 'noPicture') throw new AppError('request.noPicture', 415, { cause: error });
      await serveOriginal(req, res, { path, signal, problem: error.problem, fetchSource });
    }
  }
}

interface OriginalOptions {
  path: string;
  signal: AbortSignal;
  problem: ConversionProblem;
  fetchSource: FetchSource;
}

async function serveOriginal(
  req: Request,
  res: Response,
  { path, signal, problem, fetchSource }: OriginalOptions,
): Promise<void> {
  const answer = await fetchSource(path, { res, signal });
  if (answer.status !== 200) throw refused(answer);
  const headers = browserHeaders(answer.headers, { sameBytes: true });
  try {
    const { format, body } = await withoutMetadata(answer.body as AsyncIterable<Buffer>);
    res.set({ 'Content-Type': `image/${format}`, 'Cache-Control': 'no-store' });
    if (headers['content-length'] && !headers['content-encoding']) {
      res.set('Content-Length', headers['content-length']);
    }
    if (problem !== 'busy') {
      res.set('Cache-Control', headers['cache-control'] ?? defaultCacheRule);
      const etag = headers.etag && etagOfOriginal(headers.etag);
      if (etag) res.set('ETag', etag);
      if (etag && matchesEtag(req.headers['if-none-match'], etag)) {
        for (const name of ['Content-Type', 'Content-Length']) res.removeHeader(name);
        res.status(304).end();
        return;
      }
    }
    if (req.method === 'HEAD') res.end();
    else await pipeline(inPieces(body), res).catch(() => {});
  } catch (error) {
    // Any other error means that the host's answer was cut off while it was read.
    if (!(error instanceof ConversionError)) throw upstreamFailure(error);
    throw new AppError('request.noPicture', 415, { cause: error });
  } finally {
    dumpAnswer(answer);
  }
}

/**
 * Returns the ETag for an original that is sent without its metadata. Weak, and different from the host's own ETag,
 * since the bytes are not the same.
 */
function etagOfOriginal(hostEtag: string): string {
  return `W/"${contentHash(hostEtag)}"`;
}

function notAllowed(method: string): AppError {
  const allow = 'GET, HEAD';
  return new AppError('request.methodNotAllowed', 405, {
    values: { method, allow },
    headers: { Allow: allow },
  });
}
