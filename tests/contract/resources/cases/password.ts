import type { passwordRows } from '#shared/contract/password.ts';
import { hashPassword } from '../../../../server/content-api/auth/passwords.ts';
import type { Engine } from '../../../support/engines.ts';
import { runSql } from '../../../support/run-sql.ts';
import type { GoodCalls } from './good-call.ts';

export const otherPassword = 'another good passphrase';

export const passwordCalls: GoodCalls<typeof passwordRows> = {
  changePassword: async (engine) => {
    await resetPassword(engine);
    return {
      json: { current_password: engine.credentials.password, new_password: otherPassword },
      message: 'Password changed. You are signed out everywhere else.',
      data: null,
    };
  },
};

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
