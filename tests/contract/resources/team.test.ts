import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { withEngines } from '../../support/engines.ts';
import { sendForm, without } from '../../support/forms.ts';
import { makeMember, memberForm } from './cases/team.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';
import { describeFieldErrors, type FieldCase } from './field-errors.ts';

const required = { name: ['Name is required.'], designation: ['Designation is required.'] };
const set =
  (name: string, text: string): FieldCase[1] =>
  (form) => [...without(form, name), { name, text }];

/** Rules shared by adding and editing. */
const fieldCases: FieldCase[] = [
  ['no name', (form) => without(form, 'name'), { name: required.name }],
  ['a blank name', set('name', ' \t '), { name: required.name }],
  [
    'a name of 256 letters',
    set('name', 'x'.repeat(256)),
    { name: ['This text is longer than the limit of 255 characters.'] },
  ],
  ['no designation', set('designation', ''), { designation: required.designation }],
  [
    'a life of 2001 letters',
    set('bio', 'x'.repeat(2001)),
    { bio: ['This text is longer than the limit of 2000 characters.'] },
  ],
  [
    'links that run scripts',
    (form) =>
      set('facebook_url', 'javascript:alert(1)')(set('linkedin_url', 'ftp://linkedin.com/in/x')(form)),
    {
      linkedin_url: ['This must be a link that begins with http:// or https://.'],
      facebook_url: ['This must be a link that begins with http:// or https://.'],
    },
  ],
  ['an order of words', set('v_order', 'first'), { v_order: ['This must be a whole number.'] }],
  ['is_active yes', set('is_active', 'yes'), { is_active: ['This must be 0 or 1.'] }],
  ['everything missing at once', (form) => without(form, 'name', 'designation'), required],
];

withEngines((engine) => {
  for (const row of Object.values(resources.team)) describeCall(row, engine);

  const post = (call: CallName, id: Id, json: object = {}) =>
    engine.admin.post(callPath(contract[call], { id })).send(json);
  const edit = async (id: Id, texts: Record<string, string>) =>
    sendForm(
      engine.admin.post(callPath(contract.updateTeamMember, { id })),
      without(await memberForm(texts), 'image'),
    );
  const shown = async (): Promise<TeamMember[]> =>
    (await engine.visitor.get(callPath(contract.team))).body.data.data;

  describeFieldErrors(contract.addTeamMember, engine, async () => ({ form: await memberForm() }), [
    ...fieldCases,
    ['no image', (form) => without(form, 'image'), { image: ['Image is required.'] }],
    ['nothing at all', () => [{ name: 'bio', text: '' }], { ...required, image: ['Image is required.'] }],
  ]);
  describeFieldErrors(
    contract.updateTeamMember,
    engine,
    async () => ({ form: await memberForm(), params: { id: (await makeMember(engine)).id } }),
    [
      ...fieldCases,
      [
        'a version that is no time',
        set('updated_at', 'today'),
        { updated_at: ['This must be a date and time, such as 2026-12-31T17:00:00Z.'] },
      ],
    ],
  );

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

  it('tells who saves over a newer version, and keeps that version', async () => {
    const { id, updated_at: yours = '' } = await makeMember(engine);
    const newer = await edit(id, { name: 'Newer', updated_at: yours });
    expect(newer.status, newer.text).toBe(200);
    const current: string = newer.body.data.updated_at;
    expect(current > yours).toBe(true);
    const late = await edit(id, { name: 'Late', updated_at: yours });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      status: 0,
      data: { yours, current, who: expect.stringMatching(/Admin/) },
    });
    expect((await shown()).find((member) => member.id === id)?.name).toBe('Newer');
  });

  it('a deleted member is gone everywhere, and comes back as they were', async () => {
    const before = await makeMember(engine);
    const { id } = before;
    expect((await post('deleteTeamMember', id)).status).toBe(200);
    expect((await shown()).some((member) => member.id === id)).toBe(false);
    expect((await post('deleteTeamMember', id)).status).toBe(404);
    expect((await edit(id, {})).status).toBe(404);
    expect((await post('reorderTeam', 0, { ids: [id] })).status).toBe(422);
    expect((await post('restoreDeleted', 0, { resource: 'team_member', id })).status).toBe(200);
    const { updated_at: _version, ...same } = before;
    expect((await shown()).find((member) => member.id === id)).toMatchObject(same);
    expect((await engine.visitor.get(String(before.image))).status).toBe(200);
  });

  describe('the list of admins', () => {
    it('has everybody, ten a page', async () => {
      for (let count = 0; count < 11; count += 1) await makeMember(engine, { is_active: '0' });
      const { data } = (await engine.admin.get(`${callPath(contract.getTeam)}?page=2`)).body;
      expect(data).toMatchObject({ current_page: 2, per_page: 10 });
      expect(data.total).toBeGreaterThan(10);
      expect(data.last_page).toBe(Math.ceil(data.total / 10));
    });

    it('refuses a page that is none', async () => {
      const answer = await engine.admin.get(`${callPath(contract.getTeam)}?page=0`);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['page']);
    });
  });
});
