/**
 * Reasons for which there is no smaller picture:
 *
 * - `busy`: too many calls wait; the caller should try again later.
 * - `dropped`: the caller's signal was aborted.
 * - `noPicture`: the signature is of none of the formats, or the header cannot be read.
 * - `tooLarge`: more pixels than are ever decoded.
 * - `animated`: the picture is an animation, of which a still image would show only one frame.
 * - `broken`: the pixels cannot be decoded, or decoding took too long.
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
