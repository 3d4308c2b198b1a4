import { join } from 'node:path';
import { Readable } from 'node:stream';
import parseRange from 'range-parser';
import type { MediaHost, UpstreamAnswer, UpstreamRequest } from '../bff/upstream/upstream.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { matchesEtag } from '../http/ready-answer.ts';
import type { ForeignFile, ForeignMediaOptions } from './foreign-media.ts';
import { pathBelow } from './origins.ts';

type MediaHostOptions = Pick<ForeignMediaOptions, 'origins'> & {
  config: Pick<Config, 'DATA_DIR' | 'UPLOAD_IMAGE_MAX_BYTES' | 'UPLOAD_VIDEO_MAX_BYTES'>;
};

/**
 * The longest wait of a visitor, in milliseconds. Proxies in front of the site time out after a minute, many after
 * half a minute.
 */
const visitorsWaitMs = 25_000;
/** Cache-Control header, as for media of a host that sends no cache rule. */
const cacheRule = 'public, max-age=3600';

/**
 * Serves every media path: files of named origins from their origin, all others from the host. Without named origins
 * the code for them is not loaded.
 */
export async function openMediaHost(
  host: MediaHost,
  { origins, config }: MediaHostOptions,
): Promise<{ mediaHost: MediaHost; close(): void }> {
  const aliases = new Set(Object.keys(origins));
  if (aliases.size === 0) return { mediaHost: host, close: () => {} };
  const { createForeignMedia } = await import('./foreign-media.ts');
  const { visitorsError, isNothing } = await import('./origin-client.ts');
  const foreignMedia = createForeignMedia({
    origins,
    folder: join(config.DATA_DIR, 'foreign-media'),
    mostBytes: { image: config.UPLOAD_IMAGE_MAX_BYTES, video: config.UPLOAD_VIDEO_MAX_BYTES },
  });

  async function answer(wanted: UpstreamRequest, alias: string, path: string): Promise<UpstreamAnswer> {
    try {
      const ask = () => foreignMedia.fetch(alias, path, visitorsWaitMs);
      const made = (await answerOf(await ask(), wanted)) ?? (await answerOf(await ask(), wanted));
      if (made) return made;
      throw new AppError('upstream.failed', 502, { cause: new Error('a cached file cannot be read') });
    } catch (error) {
      if (isNothing(error)) return { status: 404, headers: {}, body: Readable.from([]) };
      throw visitorsError(error);
    }
  }

  const mediaHost: MediaHost = {
    url: host.url,
    request(wanted) {
      // The query is ignored: otherwise visitors could have one file stored under many different queries.
      const [alias = '', path = ''] = pathBelow(wanted.path.split('?', 1)[0] ?? '') ?? [];
      return aliases.has(alias) ? answer(wanted, alias, path) : host.request(wanted);
    },
  };
  return { mediaHost, close: foreignMedia.close };
}

/**
 * Answers with a file as a file server would: validators, and a single range (RFC 9110 §13 and §14). Undefined when
 * the file has just been evicted.
 */
async function answerOf(
  file: ForeignFile,
  { method, headers }: UpstreamRequest,
): Promise<UpstreamAnswer | undefined> {
  const etag = `"${file.hash}"`;
  const common = { etag, 'cache-control': cacheRule, 'accept-ranges': 'bytes' };
  const empty = () => Readable.from([]);
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: common, body: empty() };
  const ranges = method === 'GET' && headers.range ? parseRange(file.bytes, headers.range) : -2;
  if (ranges === -1) {
    const unmet = { ...common, 'content-range': `bytes */${file.bytes}` };
    return { status: 416, headers: unmet, body: empty() };
  }
  const range = Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined;
  const described = {
    ...common,
    'content-type': file.type,
    'content-length': String(range ? range.end - range.start + 1 : file.bytes),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${file.bytes}` }),
  };
  const body = method === 'GET' ? await file.open(range) : empty();
  return body && { status: range ? 206 : 200, headers: described, body };
}
