import { type Role, roles } from '#shared/roles.ts';

/** Labels of roles in screens and mails, with a description of their rights (docs/product.md §6). */
export const roleLabels: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, including who works here.' },
  editor: { label: 'Editor', may: 'Portfolio, posts, team and messages. Sees jobs.' },
  recruiter: { label: 'Recruiter', may: 'Jobs, applicants and messages. Sees the rest of the content.' },
  reader: { label: 'Reader', may: 'Sees content and jobs, but cannot change them.' },
};

/** The roles to choose from. Their rights are described below the choice, because a select cuts long options off. */
export const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role].label }));
