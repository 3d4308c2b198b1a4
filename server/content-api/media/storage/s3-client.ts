import type { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import type { MediaUrl } from '../../../media-url.ts';
import { asStorageError, StoreFailure } from './s3-failures.ts';

const connectMs = 3_000;

/** The keys, as issued by the store. */
export interface StoreKeys {
  id: string;
  secret: string;
  token?: string;
}

/**
 * Makes an S3 client. Sets every option that the client would otherwise read from the environment or from files of the
 * user.
 */
export function createClient(
  { endpoint, isPathStyle, region }: MediaUrl,
  keys: StoreKeys,
  answerMs: number,
): S3Client {
  // No limit of connections: a reader holds its connection for as long as it reads, and must not block others.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: {
      accessKeyId: keys.id,
      secretAccessKey: keys.secret,
      ...(keys.token && { sessionToken: keys.token }),
    },
    // Checksums are sent only where they are required: stores other than Amazon's refuse them in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    useArnRegion: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    userAgentAppId: '',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/**
 * Yields the bytes of an answer. Fails when no byte arrives for `silenceMs` while the reader waits; a slow reader is
 * no failure.
 */
export async function* withoutSilence(body: Readable, silenceMs: number): AsyncGenerator<Buffer> {
  const silent = () => body.destroy(new StoreFailure('silence'));
  let timer = setTimeout(silent, silenceMs);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(silent, silenceMs);
    }
  } catch (error) {
    throw asStorageError(error);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
