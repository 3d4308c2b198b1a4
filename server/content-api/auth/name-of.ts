import { assertThat } from '../../errors.ts';
import type { Admin } from './repository.ts';

/** What the admin is called now, for histories. 401 without an admin. */
export function nameOf(admin: Admin | undefined): string {
  assertThat(admin, 'session.required', 401);
  return admin.name || admin.email;
}
