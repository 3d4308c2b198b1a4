import { expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { withEngines } from '../../support/engines.ts';
import { memberForm, without } from '../../support/forms.ts';
import { makeMember } from './cases.ts';

withEngines((engine) => {
  const { read } = engine;
  const edit = async (id: Id, texts: Record<string, string>) =>
    read('updateTeamMember', id, without(await memberForm(texts), 'image'));

  it('shows visitors the active members only, in drag order, a new one last', async () => {
    const first = (await makeMember(engine)).id;
    const second = (await makeMember(engine)).id;
    const hidden = (await makeMember(engine, { is_active: '0' })).id;
    const ours = async () =>
      (await engine.visitor.read('team')).data
        .map(({ id }: { id: Id }) => id)
        .filter((id: Id) => [first, second, hidden].includes(id));
    expect(await ours()).toEqual([first, second]);
    await read('reorderTeam', { ids: [second, hidden, first] });
    expect(await ours()).toEqual([second, first]);
    await edit(hidden, { is_active: '1' });
    expect(await ours()).toEqual([second, hidden, first]);
    const { id } = await makeMember(engine);
    expect((await engine.visitor.read('team')).data.at(-1)).toMatchObject({ id });
  });

  it('keeps the image, the place and the active mark when they are not sent', async () => {
    const { id, image, v_order } = await makeMember(engine, { is_active: '0' });
    expect(await edit(id, { name: 'Other' })).toMatchObject({
      id,
      name: 'Other',
      image,
      v_order,
      is_active: 0,
    });
  });
});
