import type { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import type { MediaUrl } from '../../../media-url.ts';
import { asStorageError, StoreFailure } from './s3-failures.ts';

const connectMs = 3_000;

/** As the store has given them. */
export interface StoreKeys {
  id: string;
  secret: string;
  token?: string | undefined;
}

/** Everything that the client would otherwise take from the environment or from files of the user is said here. */
export function createClient(
  { endpoint, isPathStyle, region }: MediaUrl,
  keys: StoreKeys,
  answerMs: number,
): S3Client {
  // Readers hold their connections for as long as they read, and must not keep others from one.
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
    // Stores other than Amazon's refuse checksums in trailers.
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

/** The bytes of an answer; fails when none comes for so long while the next one is waited for. A reader who is slow may be slow. */
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
