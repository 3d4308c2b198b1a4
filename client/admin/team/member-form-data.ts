import type { TeamMember } from '#shared/schemas/team-member.ts';

/**
 * What the form of a team member holds. Apart from `member-form.ts`, because the switch in the list sends it too, and the list
 * loads without the form.
 */
export interface MemberValues {
  name: string;
  designation: string;
  department: string;
  bio: string;
  linkedin_url: string;
  facebook_url: string;
  is_active: boolean;
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  image: File | null;
}

export const newMember: MemberValues = {
  name: '',
  designation: '',
  department: '',
  bio: '',
  linkedin_url: '',
  facebook_url: '',
  is_active: true,
  image: null,
};

export function valuesOf(member: TeamMember): MemberValues {
  return {
    name: member.name,
    designation: member.designation,
    department: member.department ?? '',
    bio: member.bio ?? '',
    linkedin_url: member.linkedin_url ?? '',
    facebook_url: member.facebook_url ?? '',
    is_active: member.is_active === 1,
    image: null,
  };
}

/** The texts as they are sent. The place in the order is not among them: it stays, and somebody new stands last. */
export function textsOf({
  image: _image,
  is_active: active,
  ...texts
}: MemberValues): Record<string, string> {
  return { ...texts, is_active: active ? '1' : '0' };
}

/** The body of addTeamMember and updateTeamMember; `version` is the `updated_at` that the change began with. */
export function memberForm(values: MemberValues, version?: string | undefined): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(textsOf(values))) form.append(name, text);
  if (version) form.append('updated_at', version);
  if (values.image) form.append('image', values.image, values.image.name);
  return form;
}
