import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { callPath } from '#shared/contract/row.ts';
import type { InlineImage } from '#shared/inline-images.ts';
import type { ReadHost } from '../bff/reads/host-reads.ts';
import { hashOfBase64, inlineImagesIn, readOf } from '../bff/reads/served-images.ts';
import { rewriteRules } from '../bff/upstream/addresses.ts';
import { visitorHeaders } from '../bff/upstream/headers.ts';
import type { Upstream } from '../bff/upstream/upstream.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { requestIdOf } from '../http/requests.ts';

export interface InlineSourcesOptions {
  readHost: ReadHost;
  upstream: Upstream;
  publicUrl: URL;
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>;
}

/** One text: the base64 of its images, by hash. */
interface Text {
  images: ReadonlyMap<string, string>;
  readAt: number;
}

/**
 * How long a text is cached, in milliseconds: the images of a page are requested one after another and share one read
 * of the text.
 */
const keptMs = 5_000;
/**
 * How long a cached text is not read again, in milliseconds. After this time it is read again if it lacks the
 * requested image, since it may have changed.
 */
const rereadMs = 1_000;
/** The most cached texts; each may have up to 25 MiB. */
const mostTexts = 2;
const mostReads = 4;

/**
 * Returns the function that finds the original inline images of rich texts. Every caller gets the texts as a visitor
 * would read them: the session and the cookies of the request are not passed on to the host.
 */
export function createInlineSources(options: InlineSourcesOptions) {
  const { readHost, upstream, publicUrl, config } = options;
  const rules = rewriteRules(publicUrl.host, upstream, config);
  const texts = new LRUCache<string, Text, Asked>({
    max: mostTexts,
    ttl: keptMs,
    ttlAutopurge: true,
    // A read is shared by all who wait for its text, so it continues when the first of them has left.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context }) => read(context),
  });
  let reads = 0;

  async function read({ image: { owner, id }, req, res }: Asked): Promise<Text> {
    if (reads >= mostReads) throw new AppError('answer.busy', 503, { retryAfter: 10 });
    reads += 1;
    try {
      const row = readOf(owner);
      const answer = await readHost({
        row,
        params: { id: String(id) },
        path: callPath(row, { id }),
        headers: visitorHeaders(req, { url: upstream.url, publicUrl, requestId: requestIdOf(res) }),
        rules,
        keepInlineImages: true,
      });
      if (answer.status === 429) throw new AppError('upstream.busy', 429);
      if (answer.status >= 300) throw notFound();
      const { data } = (answer.body?.value ?? {}) as { data?: { description?: unknown } | null };
      const html = typeof data?.description === 'string' ? data.description : '';
      const images = new Map(inlineImagesIn(html).map((base64) => [hashOfBase64(base64), base64]));
      return { images, readAt: performance.now() };
    } finally {
      reads -= 1;
    }
  }

  /**
   * Returns the bytes of an image. Rejects with AppError: 404 if visitors cannot read it, 503 while too many texts are
   * being read.
   */
  return async (image: InlineImage, req: Request, res: Response) => {
    const key = `${image.owner}/${image.id}`;
    const context = { image, req, res };
    const known = await texts.fetch(key, { context });
    const isOld = known && performance.now() - known.readAt >= rereadMs;
    const text =
      isOld && !known.images.has(image.hash)
        ? await texts.fetch(key, { context, forceRefresh: true })
        : known;
    const base64 = text?.images.get(image.hash);
    if (base64 === undefined) throw notFound();
    return Buffer.from(base64, 'base64');
  };
}

interface Asked {
  image: InlineImage;
  req: Request;
  res: Response;
}

function notFound() {
  return new AppError('request.notFound', 404);
}
