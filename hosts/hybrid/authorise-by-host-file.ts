import type { Logger } from 'pino';
import type { AdminGuard } from '../../server/bff/host-admins/admit.ts';
import type { CheckToken } from '../../server/bff/host-plugin.ts';
import { assertThat } from '../../server/errors.ts';
import { markOf } from '../adapt/admin-check.ts';
import type { HostFile } from '../host-file/schema.ts';
import { createAuthorisation } from './authorisation.ts';

/**
 * Returns a function that decides by `admins` of host.json who is an admin. Used for a host where the engine answers no
 * calls. If host.json names no token check, both must hold: the answer to the sign-in identified an admin, and
 * `byReads` accepts the session.
 */
export function authoriseByHostFile(
  file: HostFile,
  checkToken: CheckToken | undefined,
  byReads: AdminGuard['judge'],
  tools: { log: Pick<Logger, 'warn'>; now?: () => number },
): AdminGuard['judge'] {
  if (!file.admins) return byReads;
  if (checkToken) {
    const authorisation = createAuthorisation(file, checkToken, tools);
    return ({ session }) => authorisation.admit(session);
  }
  const rule = markOf(file.admins);
  return async (asked) => {
    assertThat(asked.session.admin === rule, 'role.notAllowed', 403);
    return byReads(asked);
  };
}
