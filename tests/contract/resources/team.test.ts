import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { withEngines } from '../../support/engines.ts';
import { without } from '../../support/forms.ts';
import { makeMember, memberForm } from './cases/team.ts';

withEngines((engine) => {
  const post = (call: CallName, id: Id, json: object = {}) =>
    engine.admin.post(callPath(contract[call], { id })).send(json);
  const edit = async (id: Id, texts: Record<string, string>) =>
    engine.call('updateTeamMember', id, without(await memberForm(texts), 'image'));
  const shown = async (): Promise<TeamMember[]> => (await engine.visitor.read('team')).data;

  it('shows visitors the active members only, in drag order', async () => {
    const first = await makeMember(engine);
    const second = await makeMember(engine);
    const hidden = await makeMember(engine, { is_active: '0' });
    const ours = async () => {
      const ids = [first.id, second.id, hidden.id];
      return (await shown()).map((member) => member.id).filter((id) => ids.includes(id));
    };
    expect(await ours(), 'a new member stands last').toEqual([first.id, second.id]);
    expect((await post('reorderTeam', 0, { ids: [second.id, hidden.id, first.id] })).status).toBe(200);
    expect(await ours()).toEqual([second.id, first.id]);
    expect((await edit(hidden.id, { is_active: '1' })).status).toBe(200);
    expect(await ours()).toEqual([second.id, hidden.id, first.id]);
  });

  it('keeps the image, the place and the active mark when they are not sent', async () => {
    const { id, image, v_order: order } = await makeMember(engine, { is_active: '0' });
    const answer = await edit(id, { name: 'Other' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ id, name: 'Other', image, v_order: order, is_active: 0 });
  });
});
