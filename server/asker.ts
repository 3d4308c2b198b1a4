import type { Role } from '#shared/roles.ts';

/**
 * An admin of an API host, as the embedded engine sees them where the host signs people in (hosts/fill/README.md).
 */
export interface Asker {
  email: string;
  name: string;
  role: Role;
}
