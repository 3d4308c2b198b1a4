import type { Request, RequestHandler, Response } from 'express';
import { type ImageWidth, imageWidthOf } from '#shared/images.ts';
import { isMediaPath } from '../bff/upstream/addresses.ts';
import { disconnectSignal } from '../bff/upstream/exchange.ts';
import { AppError, methodNotAllowed } from '../errors.ts';
import { sendReady } from '../http/ready-answer.ts';
import { ConversionError } from '../image-files/conversion-error.ts';
import { defaultCacheRule, type Variants } from './variants.ts';

interface ServeImagesOptions {
  variants: Variants;
  /** UPSTREAM_MEDIA_PATHS, and the paths of media on other origins. */
  mediaPaths: readonly string[];
}

/** How long browsers may store that a picture cannot be made smaller: as long as it is not tried again. */
const originalRule = 'public, max-age=600';

const addressForm = /^\/img\/(\d+)(\/.*)$/;

/**
 * Serves GET and HEAD of /img/{width}/{path of a media file}: that picture, at most this wide, as WebP. The answer is
 * the same for everyone, so no session or cookie is read. If the picture cannot be made smaller, the browser is
 * redirected to the original. A file that is not a picture is answered with 415.
 */
export function serveImages({ variants, mediaPaths }: ServeImagesOptions): RequestHandler {
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
      next(methodNotAllowed(req.method));
    } else serve(req, res, path, known).catch(next);
  };

  async function serve(req: Request, res: Response, path: string, width: ImageWidth): Promise<void> {
    const signal = disconnectSignal(res);
    try {
      const image = await variants.get(path, width, { res, signal });
      const cacheControl = image.source.rule ?? defaultCacheRule;
      const { type, etag, body: identity } = image;
      await sendReady(req, res, { type, cacheControl, etag, bodies: { identity } });
    } catch (error) {
      if (res.destroyed) return;
      if (!(error instanceof ConversionError)) throw error;
      if (error.problem === 'noPicture') throw new AppError('request.noPicture', 415, { cause: error });
      res.set('Cache-Control', error.problem === 'busy' ? 'no-store' : originalRule);
      res.redirect(302, path);
    }
  }
}
