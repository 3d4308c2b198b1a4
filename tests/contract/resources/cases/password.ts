import { hashPassword } from '../../../../server/content-api/auth/passwords.ts';
import type { Engine } from '../../../support/engines.ts';
import { runSql } from '../../../support/run-sql.ts';

export const otherPassword = 'another good passphrase';

let encoded: string | undefined;

/**
 * Sets the password back to that of the credentials, directly in the database or the stub: to find out the present
 * one, failed sign-ins would be needed.
 */
export async function resetPassword(engine: Engine): Promise<void> {
  const { stub, credentials } = engine;
  if (stub) {
    stub.admin.password = credentials.password;
    return;
  }
  encoded ??= await hashPassword(credentials.password);
  await runSql(engine, 'update admins set password_hash = $1', [encoded]);
}
