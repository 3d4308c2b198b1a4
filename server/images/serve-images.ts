import type { Request, RequestHandler, Response } from 'express';
import { type ImageWidth, imageWidthOf } from '#shared/images.ts';
import { parseInlineImagePath } from '#shared/inline-images.ts';
import { inlineImagePrefix } from '#shared/visitors-text.ts';
import { isMediaPath } from '../bff/upstream/addresses.ts';
import { disconnectSignal } from '../bff/upstream/exchange.ts';
import { AppError, assertRead } from '../errors.ts';
import { contentHash, sendReady } from '../http/ready-answer.ts';
import { ConversionError, formatOf } from '../image-files/image-files.ts';
import type { Converter } from './convert.ts';
import { createInlineSources, type InlineSourcesOptions } from './inline-sources.ts';
import type { ImageStore, StoredImage } from './store.ts';
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
    } else {
      assertRead(req.method);
      serve(req, res, path, known).catch(next);
    }
  };

  async function serve(req: Request, res: Response, path: string, width: ImageWidth) {
    const signal = disconnectSignal(res);
    try {
      const image = await variants.get(path, width, { res, signal });
      await send(req, res, image, image.source.rule ?? defaultCacheRule);
    } catch (error) {
      if (res.destroyed) return;
      res.set('Cache-Control', isBusy(error) ? 'no-store' : originalRule);
      res.redirect(302, path);
    }
  }
}

interface ServeInlineImagesOptions extends InlineSourcesOptions {
  converter: Converter;
  store: ImageStore;
}

/** The Cache-Control of these images. The URL contains the hash of the image, so its contents never change. */
const forGood = 'public, max-age=31536000, immutable';

/**
 * Serves GET and HEAD of /img/inline/{owner}/{id}/{hash}/{width}: an inline image of the text of a post, a job or a
 * project, at most this wide. 404 if visitors can read no such text, or if the text has no such image. The answer is
 * the same for everyone, so no session or cookie is read. If the picture cannot be made smaller, the original is sent;
 * browsers may cache it unless the reason is that too many conversions wait.
 */
export function serveInlineImages(options: ServeInlineImagesOptions): RequestHandler {
  const { converter, store } = options;
  const findSource = createInlineSources(options);

  return (req, res, next) => {
    const address = req.originalUrl;
    // Other paths are passed on: a host may have its own media below /img.
    if (!address.startsWith(inlineImagePrefix) || isMediaPath(address, options.config.UPSTREAM_MEDIA_PATHS))
      return next();
    assertRead(req.method);
    serve(req, res).catch(next);
  };

  async function serve(req: Request, res: Response) {
    const wanted = parseInlineImagePath(req.originalUrl);
    if (!wanted) throw new AppError('request.notFound', 404);
    const key = `inline ${wanted.owner} ${wanted.id} ${wanted.hash} ${wanted.width}`;
    const kept = await store.get(key);
    if (kept) return send(req, res, kept);
    const signal = disconnectSignal(res);
    const source = await findSource(wanted, req, res);
    if (res.destroyed) return;
    try {
      const made = await converter.convert(source, wanted.width, signal);
      await send(req, res, await store.put(key, made));
    } catch (error) {
      if (res.destroyed) return;
      const cacheControl = isBusy(error) ? 'no-store' : forGood;
      const type = `image/${formatOf(source)}`;
      const etag = `"${contentHash(source)}"`;
      await send(req, res, { body: source, type, etag }, cacheControl);
    }
  }
}

/**
 * Tells whether a picture could not be made smaller only because too many conversions wait. Throws if the original cannot
 * be shown in its place: 415 for a file that is not a picture, and every other error than that of a conversion.
 */
function isBusy(error: unknown) {
  if (!(error instanceof ConversionError)) throw error;
  if (error.problem === 'noPicture') throw new AppError('request.noPicture', 415, { cause: error });
  return error.problem === 'busy';
}

function send(
  req: Request,
  res: Response,
  { type, etag, body: identity }: Pick<StoredImage, 'body' | 'type' | 'etag'>,
  cacheControl = forGood,
) {
  return sendReady(req, res, { type, cacheControl, etag, bodies: { identity } });
}
