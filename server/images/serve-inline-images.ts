import type { Request, RequestHandler, Response } from 'express';
import { parseInlineImagePath } from '#shared/inline-images.ts';
import { inlineImagePrefix } from '#shared/visitors-text.ts';
import { isMediaPath } from '../bff/upstream/addresses.ts';
import { disconnectSignal } from '../bff/upstream/exchange.ts';
import { AppError, methodNotAllowed } from '../errors.ts';
import { contentHash, sendReady } from '../http/ready-answer.ts';
import { ConversionError } from '../image-files/conversion-error.ts';
import { formatOf } from '../image-files/image-header.ts';
import type { Converter } from './convert.ts';
import { createInlineSources, type InlineSourcesOptions } from './inline-sources.ts';
import type { ImageStore, StoredImage } from './store.ts';

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
    if (req.method !== 'GET' && req.method !== 'HEAD') return next(methodNotAllowed(req.method));
    serve(req, res).catch(next);
  };

  async function serve(req: Request, res: Response): Promise<void> {
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
      if (!(error instanceof ConversionError)) throw error;
      if (error.problem === 'noPicture') throw new AppError('request.noPicture', 415, { cause: error });
      const type = `image/${formatOf(source)}`;
      const isBusy = error.problem === 'busy';
      const etag = `"${contentHash(source)}"`;
      await send(req, res, { body: source, type, etag }, isBusy ? 'no-store' : forGood);
    }
  }
}

function send(
  req: Request,
  res: Response,
  { type, etag, body: identity }: Pick<StoredImage, 'body' | 'type' | 'etag'>,
  cacheControl = forGood,
): Promise<void> {
  return sendReady(req, res, { type, cacheControl, etag, bodies: { identity } });
}
