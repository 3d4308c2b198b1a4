import { StartError } from '../../server/errors.ts';

/** Thrown when an archive cannot be read or written. The message is for the operator. */
export class ArchiveProblem extends StartError {
  override name = 'ArchiveProblem';
}
