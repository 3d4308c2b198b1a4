import type { Role } from '#shared/roles.ts';

/**
 * Admin of an API host, as the embedded engine sees an admin when the host handles sign-in (hosts/hybrid/README.md).
 */
export interface Principal {
  email: string;
  name: string;
  role: Role;
}
