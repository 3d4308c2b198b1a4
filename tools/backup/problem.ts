import { StartError } from '../../server/errors.ts';

/**
 * Reason why a backup or a restore was not done, in words for the operator. Nothing has changed when it is thrown.
 */
export class BackupProblem extends StartError {
  override name = 'BackupProblem';
}
