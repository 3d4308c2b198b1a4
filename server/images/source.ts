import type { Response } from 'express';
import {
  dumpAnswer,
  hostFailure,
  isRedirect,
  refusalError,
  unusableAnswer,
  upstreamFailure,
} from '../bff/upstream/answers.ts';
import { anonymousHeaders } from '../bff/upstream/headers.ts';
import type { MediaHost, UpstreamAnswer } from '../bff/upstream/upstream.ts';
import { requestIdOf } from '../http/requests.ts';
import { ConversionError, formatOf, signatureBytes } from '../image-files/image-files.ts';

/** Fetches a picture from the host of the media, without credentials. */
export type FetchSource = (path: string, options: FetchOptions) => Promise<UpstreamAnswer>;

interface FetchOptions {
  /** The response of the visitor's request, for its request id. */
  res: Response;
  signal: AbortSignal;
  /** Validators of the stored picture, for a conditional request. */
  conditions?: Record<string, string>;
}

/** Maximum number of bytes of a picture in memory; a larger one is sent unconverted. */
const mostBytes = 32 * 1024 * 1024;
/** Maximum number of bytes of all pictures in memory. Pictures that would exceed it are sent unconverted. */
const mostBytesInAll = 64 * 1024 * 1024;

/**
 * Sends GET without any header of the browser, since the answer is cached for everyone. Returns an answer of 200, 304
 * or 4xx, and rejects with AppError for any other answer. Redirects are not followed.
 */
export function sourceFetcher(host: MediaHost, publicUrl: URL): FetchSource {
  return async (path, { res, signal, conditions }) => {
    const answer = await host.request({
      method: 'GET',
      path,
      headers: {
        ...anonymousHeaders({ url: host.url, publicUrl, requestId: requestIdOf(res) }),
        accept: 'image/*',
        ...conditions,
      },
      signal,
    });
    if (answer.status >= 500) throw await hostFailure(answer);
    if (answer.status === 200 || (answer.status === 304 && conditions) || answer.status >= 400) return answer;
    dumpAnswer(answer);
    throw unusableAnswer(new Error(`${isRedirect(answer.status) ? 'redirect' : 'status'}, ${answer.status}`));
  };
}

/** Discards an answer with which the host refuses the picture, and returns the error that the browser gets. */
export function refused(answer: UpstreamAnswer) {
  dumpAnswer(answer);
  return refusalError(answer.status);
}

/** Makes the function that reads pictures into memory, with a limit on the bytes of all pictures at a time. */
export function createSourceReader(): (answer: UpstreamAnswer) => Promise<{ bytes: Buffer; free(): void }> {
  let inAll = 0;
  return async (answer) => {
    const announced = Number(answer.headers['content-length'] ?? mostBytes);
    const kept = Number.isSafeInteger(announced) ? announced : mostBytes;
    const problem = kept > mostBytes ? 'tooLarge' : inAll + kept > mostBytesInAll ? 'busy' : undefined;
    if (problem) {
      dumpAnswer(answer);
      throw new ConversionError(problem);
    }
    inAll += kept;
    const free = () => {
      inAll -= kept;
    };
    try {
      return { bytes: await readPicture(answer), free };
    } catch (error) {
      free();
      throw error instanceof ConversionError ? error : upstreamFailure(error);
    } finally {
      dumpAnswer(answer);
    }
  };
}

/** Reads a picture. A file whose first bytes show that it is no picture, such as a video, is not read to its end. */
async function readPicture(answer: UpstreamAnswer) {
  const chunks: Buffer[] = [];
  let length = 0;
  let isPicture = false;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw new ConversionError('tooLarge');
    if (!isPicture && length >= signatureBytes) {
      isPicture = formatOf(Buffer.concat(chunks)) !== undefined;
      if (!isPicture) throw new ConversionError('noPicture');
    }
  }
  return Buffer.concat(chunks, length);
}
