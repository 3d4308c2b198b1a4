/** Why a backup or a restore was not done, in words for the operator. Nothing has changed when it is thrown. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
