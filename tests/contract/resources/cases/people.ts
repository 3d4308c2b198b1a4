import type { Person } from '#shared/schemas/person.ts';
import type { Engine } from '../../../support/engines.ts';

let last = 0;

/** Returns an invitation to a new email address. */
export function newInvite() {
  last += 1;
  return { name: `Person ${last}`, email: `Person-${last}@Studio.example`, role: 'editor' as const };
}

/** Invites a new person. */
export async function makeInvited({ admin }: Pick<Engine, 'admin'>): Promise<Person> {
  return await admin.read('invitePerson', newInvite());
}
