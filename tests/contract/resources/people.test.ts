import { expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import type { Role } from '#shared/roles.ts';
import type { Person } from '#shared/schemas/person.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import { signIn } from '../../support/sign-in.ts';
import { makeInvited } from './cases.ts';
import { joinTeam, publicUrl } from './support/account-links.ts';

withEngines(
  (engine) => {
    const { getPeople, updatePerson, removePerson, getAccount } = contract;
    const change = (agent: Engine['admin'], id: Id, role: Role) =>
      agent.post(callPath(updatePerson, { id })).send({ role });
    const own = async () => {
      const { body } = await engine.admin.get(callPath(getPeople)).expect(200);
      return (body.data.data as Person[]).find((person) => person.is_you) as Person;
    };

    it('gives another role, which ends every session of theirs at once; the same role ends none', async () => {
      const person = await joinTeam(engine, { role: 'editor' });
      const { agent } = await signIn(engine.app, person);
      await change(engine.admin, person.id, 'editor').expect(200);
      await agent.get(callPath(getAccount)).expect(200);
      await change(engine.admin, person.id, 'recruiter').expect(200);
      await agent.get(callPath(getAccount)).expect(401);
      const { agent: again } = await signIn(engine.app, person);
      const { body } = await again.call('session');
      expect(body.data.user.role).toBe('recruiter');
      await engine.admin.delete(callPath(removePerson, { id: person.id })).expect(200);
      await again.get(callPath(getAccount)).expect(401);
      await expect(signIn(engine.app, person)).rejects.toThrow('401');
    });

    it('keeps the last owner, who can sign in: not removed, not made less, not by an invited one', async () => {
      const { id } = await own();
      const invited = await makeInvited(engine);
      await change(engine.admin, invited.id, 'owner').expect(200);
      for (const refused of [
        await change(engine.admin, id, 'reader'),
        await engine.admin.delete(callPath(removePerson, { id })),
      ]) {
        expect(refused.status).toBe(409);
        expect(refused.body.message).toMatch(/^The site needs at least one owner who can sign in/);
      }
      await engine.admin.delete(callPath(removePerson, { id: invited.id })).expect(200);
      await engine.admin.get(callPath(getAccount)).expect(200);
    });

    it('keeps one of two owners who remove each other at once', async () => {
      const { id } = await own();
      const second = await joinTeam(engine, { role: 'owner' });
      const { agent } = await signIn(engine.app, second);
      const answers = await Promise.all([
        change(engine.admin, second.id, 'reader'),
        change(agent, id, 'reader'),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      // The second request had no valid token any more, or would have removed the last owner.
      expect(statuses[0]).toBe(200);
      expect([401, 403, 409]).toContain(statuses[1]);
      // Restores the roles for the next test, as the present owner.
      const isOwnStill = answers[0]?.status === 200;
      if (isOwnStill) await engine.admin.delete(callPath(removePerson, { id: second.id })).expect(200);
      else {
        await change(agent, id, 'owner').expect(200);
        await engine.read('login', engine.credentials);
        await engine.admin.delete(callPath(removePerson, { id: second.id })).expect(200);
      }
    });
  },
  { PUBLIC_URL: publicUrl },
);
