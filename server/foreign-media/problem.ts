import { AppError } from '../errors.ts';

/**
 * Why something foreign is not had. `notNamed`: below none of the origins that are named. `badAddress`: an address that two parsers
 * could read in two ways. `privateAddress`: its origin leads into a private network, or to this machine. `missing`: 404 or 410.
 * `redirect`, `refused`: any other answer than the file. `unreachable`, `timeout`, `cut`: no connection, silence, half a file.
 * `wrongType`: no image or video by its first bytes. `tooLarge`: more bytes than its kind may have. `away`: its origin has not answered
 * for a while, and is not asked now.
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
  | 'tooLarge'
  | 'away';

/** Says what is wrong and with which address: for logs and for who runs an import, never for visitors. */
export class ForeignMediaError extends Error {
  override name = 'ForeignMediaError';
  readonly problem: MediaProblem;

  constructor(problem: MediaProblem, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}

const nothingThere = new Set<MediaProblem>(['notNamed', 'badAddress', 'missing']);
const notReached = new Set<MediaProblem>(['privateAddress', 'unreachable', 'away']);

/** True where there is nothing, as far as a visitor is concerned. */
export function isNothing(error: unknown): boolean {
  return error instanceof ForeignMediaError && nothingThere.has(error.problem);
}

/** The failure as visitors may read it: nothing of where the media is. */
export function visitorsError(error: unknown): unknown {
  if (!(error instanceof ForeignMediaError)) return error;
  const cause = error;
  if (nothingThere.has(error.problem)) return new AppError('request.notFound', 404, { cause });
  if (error.problem === 'timeout') return new AppError('upstream.timeout', 504, { cause });
  if (notReached.has(error.problem)) return new AppError('upstream.unreachable', 502, { cause });
  return new AppError('upstream.badAnswer', 502, { cause });
}
