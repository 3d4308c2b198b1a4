/** What an account may be allowed to do in the admin area. `own` is everybody's who is signed in: their own account. */
export const rights = [
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
  'log',
] as const;

export type Right = (typeof rights)[number];

/** The roles of the people who work here (docs/product.md §6), from the one that may do most. */
export const roles = ['owner', 'editor', 'recruiter', 'reader'] as const;

export type Role = (typeof roles)[number];

/** Content is the portfolio, posts, the team and pictures. Who only reads sees nothing that candidates or visitors have written. */
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

/** True when the role has this right. Without a role, as over an API host that has only one, everything may be done. */
export function mayDo(role: Role | undefined, right: Right): boolean {
  return role === undefined || rightsOf[role].has(right);
}
