import { assertThat } from '../../errors.ts';
import type { Admin } from './repository.ts';

/** As histories tell it: what the admin is called now. 401 without one. */
export function nameOf(admin: Admin | undefined): string {
  assertThat(admin, 'session.required', 401);
  return admin.name || admin.email;
}
