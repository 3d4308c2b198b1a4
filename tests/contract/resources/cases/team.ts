import type { TeamMember } from '#shared/schemas/team-member.ts';
import type { Engine } from '../../../support/engines.ts';
import { type FormPart, png } from '../../../support/forms.ts';

/** Returns an addTeamMember form as the client sends it. */
export async function memberForm(texts: Record<string, string> = {}): Promise<FormPart[]> {
  const all = {
    ...{ name: 'Zarghoona Ünal', designation: 'Sound designer', department: 'Sound' },
    bio: 'Field recordings.\r\n\r\nAnd tea.',
    linkedin_url: 'https://www.linkedin.com/in/zarghoona',
    ...{ facebook_url: '', ...texts },
  };
  return [...Object.entries(all).map(([name, text]) => ({ name, text })), await png('image', 'portrait.png')];
}

export async function makeMember({ admin }: Engine, texts: Record<string, string> = {}): Promise<TeamMember> {
  return await admin.read('addTeamMember', await memberForm(texts));
}
