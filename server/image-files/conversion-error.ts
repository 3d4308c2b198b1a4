/**
 * Why there is no smaller picture. `busy`: too many calls wait, try again later. `dropped`: the caller's signal was
 * aborted. `noPicture`: none of the formats by its signature, or an unreadable header. `tooLarge`: more pixels than
 * are ever decoded. `animated`: a still would be another picture. `broken`: the pixels could not be decoded in time,
 * or at all.
 */
export type ConversionProblem = 'busy' | 'dropped' | 'noPicture' | 'tooLarge' | 'animated' | 'broken';

export class ConversionError extends Error {
  override name = 'ConversionError';
  readonly problem: ConversionProblem;

  constructor(problem: ConversionProblem, cause?: unknown) {
    super(`No smaller picture: ${problem}`, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}
