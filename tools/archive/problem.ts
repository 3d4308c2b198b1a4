import { StartError } from '../../server/errors.ts';

/** Reason why an archive is not read or not written, in words for the operator. */
export class ArchiveProblem extends StartError {
  override name = 'ArchiveProblem';
}
