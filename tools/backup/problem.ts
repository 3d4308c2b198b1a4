import { StartError } from '../../server/errors.ts';

/** Thrown when a backup or a restore is impossible. The message is for the operator. Nothing has been changed. */
export class BackupProblem extends StartError {
  override name = 'BackupProblem';
}
