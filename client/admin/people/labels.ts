import { type Role, roles } from '#shared/roles.ts';

/** Labels of roles in screens and mails, with a description of their rights (docs/product.md §6). */
export const roleLabels: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, including who works here.' },
  editor: { label: 'Editor', may: 'Portfolio, posts, team and messages. Sees jobs.' },
  recruiter: { label: 'Recruiter', may: 'Jobs, applicants and messages. Sees the rest of the content.' },
  reader: { label: 'Reader', may: 'Sees content and jobs, but cannot change them.' },
};

/**
 * The options of a select of roles. The rights are described below the select, because a select cuts off long
 * options.
 */
export const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role].label }));
