import { AppError } from '../errors.ts';

/**
 * Reasons for which a foreign file cannot be had:
 *
 * - `notNamed`: the URL is below none of the named origins.
 * - `badAddress`: two parsers could read the URL differently.
 * - `privateAddress`: the origin leads into a private network, or to this machine.
 * - `missing`: 404 or 410.
 * - `redirect`, `refused`: any other answer than the file.
 * - `unreachable`, `timeout`, `cut`: no connection, no data in time, an incomplete file.
 * - `wrongType`: neither image nor video by its first bytes.
 * - `tooLarge`: more bytes than allowed for its kind.
 */
type MediaProblem =
  | 'notNamed'
  | 'badAddress'
  | 'privateAddress'
  | 'missing'
  | 'redirect'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'wrongType'
  | 'tooLarge';

/** States the problem and the URL of the file: for logs and for the operator of an import, never for visitors. */
export class ForeignMediaError extends Error {
  override name = 'ForeignMediaError';
  readonly problem: MediaProblem;

  constructor(problem: MediaProblem, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}

const nothingThere = new Set<MediaProblem>(['notNamed', 'badAddress', 'missing']);

/** True if, for a visitor, the file does not exist. */
export function isNothing(error: unknown): boolean {
  return error instanceof ForeignMediaError && nothingThere.has(error.problem);
}

/** Returns the error that visitors get, which does not reveal where the media are. */
export function visitorsError(error: unknown): unknown {
  if (!(error instanceof ForeignMediaError)) return error;
  const cause = error;
  if (nothingThere.has(error.problem)) return new AppError('request.notFound', 404, { cause });
  if (error.problem === 'timeout') return new AppError('upstream.timeout', 504, { cause });
  return new AppError('upstream.badAnswer', 502, { cause });
}
