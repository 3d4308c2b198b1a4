import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { mayDo, type Role, roles } from '#shared/roles.ts';
import { withEngine } from '../../support/engines.ts';
import { type Agent, signIn } from '../../support/sign-in.ts';
import { joinTeam, publicUrl } from './support/account-links.ts';

/** One answers for as long as somebody listens, and some judge by the kind of thing. */
const apart: readonly string[] = ['live', 'getTrash'];
const admins = rows.filter((row) => row.access === 'admin' && !apart.includes(row.name));

/** A raw request, with nothing in it that would work. */
function ask(agent: Agent, row: ContractRow) {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 999_999]);
  const path = callPath(row, Object.fromEntries(names));
  return row.method === 'GET'
    ? agent.get(path)
    : row.method === 'DELETE'
      ? agent.delete(path)
      : agent.post(path);
}

withEngine(
  'embedded',
  (engine) => {
    describe.each(roles)('a session of the role %s', (role: Role) => {
      it('is refused each row whose right it lacks, by that right and nothing else', async () => {
        const { agent } = await signIn(engine.app, await joinTeam(engine, { role }));
        const refused: string[] = [];
        for (const row of admins) {
          const { status, body } = await ask(agent, row);
          if (status === 403 && body.code === 'role.notAllowed') refused.push(row.name);
        }
        const lacked = admins.filter((row) => !mayDo(role, row.needs ?? 'people'));
        expect(refused).toEqual(lacked.map(({ name }) => name));
      });
    });

    it('ends with the person: not even what the BFF answers by itself is shown to somebody who was removed', async () => {
      const person = await joinTeam(engine, { role: 'owner' });
      const { agent } = await signIn(engine.app, person);
      await agent.get(callPath(contract.getActivity)).expect(200);
      await engine.admin.delete(callPath(contract.removePerson, { id: person.id })).expect(200);
      for (const row of [contract.getActivity, contract.exportActivity, contract.intake]) {
        const { status } = await agent.get(callPath(row));
        expect([row.name, status]).toEqual([row.name, 401]);
      }
    });
  },
  { environment: { PUBLIC_URL: publicUrl } },
);
