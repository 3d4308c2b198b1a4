import { matchContract } from '#shared/contract/match.ts';
import { messageText } from '#shared/messages.ts';
import { fetchRead } from '../bff/reads/fetch-read.ts';
import type { Upstream } from '../bff/upstream/upstream.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import type { BundleTransport } from './bundle.ts';

/**
 * Answers the reads of a page that is being rendered, as the BFF answers a visitor's: same rows, same sanitising, same
 * envelope, no session. Only public reads: a page never shows more than a visitor could fetch.
 */
export function publicReads(
  upstream: Upstream,
  publicUrl: URL,
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>,
): BundleTransport {
  return async (path, { signal }) => {
    const { row } = matchContract('GET', path.split('?', 1)[0] ?? '');
    if (row?.access !== 'public' || row.origin === 'session') return failure('request.notFound', 404);
    try {
      const { status, body } = await fetchRead(upstream, {
        row,
        method: 'GET',
        path,
        headers: {
          host: upstream.url.host,
          accept: 'application/json',
          'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
          'x-forwarded-host': publicUrl.host,
        },
        places: { hosts: [upstream.url.host, publicUrl.host], mediaPaths: config.UPSTREAM_MEDIA_PATHS },
        ...(signal && { signal }),
      });
      return { response: { ok: status < 300, status }, text: JSON.stringify(body) };
    } catch (error) {
      if (error instanceof AppError) return failure(error.code, error.status);
      throw error;
    }
  };
}

function failure(code: AppError['code'], status: number) {
  return {
    response: { ok: false, status },
    text: JSON.stringify({ status: 0, code, message: messageText(code) }),
  };
}
