import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { teamRows } from '#shared/contract/team.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import type { Engine } from '../../../support/engines.ts';
import { type FormPart, joined, jpeg, png, sendForm, without, withTexts } from '../../../support/forms.ts';
import { type GoodCalls, media, page } from './good-call.ts';

/** The record that the texts below lead to. */
const shown = {
  name: 'Zarghoona Ünal',
  designation: 'Sound designer',
  department: 'Sound',
  bio: 'Field recordings.\n\nAnd tea.',
  linkedin_url: 'https://www.linkedin.com/in/zarghoona',
  facebook_url: null,
  is_active: 1,
  image: media,
};

export const teamCalls: GoodCalls<typeof teamRows> = {
  team: async (engine) => {
    const { id } = await makeMember(engine);
    const active = expect.arrayContaining([expect.objectContaining({ ...shown, id })]);
    return { data: { data: active, current_page: 1, last_page: 1, total: expect.any(Number) } };
  },
  getTeam: async (engine) => {
    await makeMember(engine);
    return { query: '?page=1', data: page };
  },
  addTeamMember: async () => ({
    form: await memberForm({
      facebook_url: 'https://www.facebook.com/zarghoona',
      v_order: '3',
      is_active: '0',
    }),
    message: 'Team member added successfully',
    data: { ...shown, facebook_url: 'https://www.facebook.com/zarghoona', v_order: 3, is_active: 0 },
  }),
  updateTeamMember: async (engine) => {
    const { id, updated_at = '' } = await makeMember(engine);
    const changed = {
      name: 'Zarghoona Khan',
      designation: 'Head of sound',
      department: 'Music',
      bio: 'Studio recordings.',
      linkedin_url: 'https://www.linkedin.com/in/zarghoona-khan',
      facebook_url: 'https://www.facebook.com/zarghoona',
    };
    const texts = without(await memberForm({ ...changed, v_order: '7', is_active: '0' }), 'image');
    return {
      params: { id },
      form: joined(texts, [{ name: 'updated_at', text: updated_at }, await jpeg('image', 'new.jpg')]),
      message: 'Team member updated successfully',
      data: { ...shown, ...changed, id, v_order: 7, is_active: 0 },
    };
  },
  deleteTeamMember: async (engine) => {
    const { id } = await makeMember(engine);
    return { params: { id }, message: 'Team member deleted successfully', data: null };
  },
  reorderTeam: async (engine) => {
    const ids = [(await makeMember(engine)).id, (await makeMember(engine)).id];
    return { json: { ids }, message: 'Order saved successfully', data: null };
  },
};

/** Returns an addTeamMember form as the client sends it. */
export async function memberForm(texts: Record<string, string> = {}): Promise<FormPart[]> {
  const form = withTexts(
    [
      { name: 'name', text: 'Zarghoona Ünal' },
      { name: 'designation', text: 'Sound designer' },
      { name: 'department', text: 'Sound' },
      { name: 'bio', text: 'Field recordings.\r\n\r\nAnd tea.' },
      { name: 'linkedin_url', text: 'https://www.linkedin.com/in/zarghoona' },
      { name: 'facebook_url', text: '' },
      await png('image', 'portrait.png'),
    ],
    texts,
  );
  const more = Object.entries(texts).filter(([name]) => !form.some((part) => part.name === name));
  return [...more.map(([name, text]) => ({ name, text })), ...form];
}

export async function makeMember({ admin }: Engine, texts: Record<string, string> = {}): Promise<TeamMember> {
  const answer = await sendForm(admin.post(callPath(contract.addTeamMember)), await memberForm(texts));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
