/** Rights of an account in the admin area. Every signed-in admin has `own`: the right to the own account. */
const rights = [
  'own',
  'content.read',
  'content.write',
  'jobs.read',
  'jobs.write',
  'applicants.read',
  'applicants.write',
  'messages.read',
  'messages.write',
  'people',
  'site',
  'log',
] as const;

export type Right = (typeof rights)[number];

/** The roles of admins (docs/product.md §6), from the most to the fewest rights. */
export const roles = ['owner', 'editor', 'recruiter', 'reader'] as const;

export type Role = (typeof roles)[number];

/**
 * Admin of an API host, as the embedded engine sees an admin when the host handles sign-in (hosts/hybrid/README.md).
 */
export interface Principal {
  email: string;
  name: string;
  role: Role;
}

/**
 * The rights of each role. Content means the portfolio, posts, the team and pictures. A reader sees nothing that
 * candidates or visitors have written.
 */
const rightsOf: Record<Role, ReadonlySet<Right>> = {
  owner: new Set(rights),
  editor: new Set(['own', 'content.read', 'content.write', 'jobs.read', 'messages.read', 'messages.write']),
  recruiter: new Set([
    'own',
    'content.read',
    'jobs.read',
    'jobs.write',
    'applicants.read',
    'applicants.write',
    'messages.read',
    'messages.write',
  ]),
  reader: new Set(['own', 'content.read', 'jobs.read']),
};

/**
 * True when the role has this right. Without a role (an API host may not distinguish roles) every action is allowed.
 */
export function mayDo(role: Role | undefined, right: Right) {
  return role === undefined || rightsOf[role].has(right);
}
