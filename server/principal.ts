import type { Role } from '#shared/roles.ts';

/**
 * An admin of an API host, as the embedded engine sees them where the host signs people in (hosts/hybrid/README.md).
 */
export interface Principal {
  email: string;
  name: string;
  role: Role;
}
