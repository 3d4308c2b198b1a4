import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';
import { methodNotAllowed } from '../calls.ts';
import { placeOfAddress } from './addresses.ts';

/** What Express' sender says of a file that it could not send. */
interface SendError extends NodeJS.ErrnoException {
  status?: number;
}

const yearSeconds = 31_536_000;

/**
 * Serves stored files under /storage, with ranges and validators. A path must have exactly the form of an address that
 * the engine gives; there is no other way to the disk. Names are never used twice, so answers never grow old.
 */
export function serveMedia(mediaDir: string): RequestHandler {
  return (req, res, next) => {
    if (req.path !== '/storage' && !req.path.startsWith('/storage/')) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method, ['GET', 'HEAD']);
    const place = placeOfAddress(req.path);
    if (!place) throw new AppError('request.notFound', 404);
    res.set({
      'content-type': place.type,
      'x-content-type-options': 'nosniff',
    });
    const options = {
      root: mediaDir,
      dotfiles: 'deny' as const,
      maxAge: yearSeconds * 1000,
      immutable: true,
    };
    res.sendFile(place.relativePath, options, (error?: SendError) => {
      if (!error || res.headersSent || error.code === 'ECONNABORTED') return;
      for (const name of ['content-type', 'cache-control', 'etag', 'last-modified']) res.removeHeader(name);
      next(error.status === 404 ? new AppError('request.notFound', 404) : error);
    });
  };
}
