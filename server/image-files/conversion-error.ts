/**
 * Why there is no smaller picture. `busy`: too many calls wait, try again later. `dropped`: the caller's signal was
 * aborted. `noPicture`: the signature is of none of the formats, or the header cannot be read. `tooLarge`: more
 * pixels than are ever decoded. `animated`: a still would be another picture. `broken`: the pixels could not be
 * decoded at all, or not in time.
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
