import { assertThat } from '../../errors.ts';
import type { Admin } from './repository.ts';

/** Returns the admin's present name, for histories. Throws 401 without an admin. */
export function nameOf(admin: Admin | undefined): string {
  assertThat(admin, 'session.required', 401);
  return admin.name || admin.email;
}
