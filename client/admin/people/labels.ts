import { type Role, roles } from '#shared/roles.ts';

/** Roles as screens and mails name them, with what each may do (docs/product.md §6). */
export const roleLabels: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, including who works here.' },
  editor: { label: 'Editor', may: 'Portfolio, posts, team and messages. Sees jobs.' },
  recruiter: { label: 'Recruiter', may: 'Jobs, applicants and messages. Sees the rest of the content.' },
  reader: { label: 'Reader', may: 'Sees content and jobs, and changes nothing.' },
};

/** The roles to choose from. What each may do stands below the choice: a list of choices cuts long ones off. */
export const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role].label }));
