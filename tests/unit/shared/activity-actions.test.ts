import { expect, it } from 'vitest';
import { actionOf, isLogged } from '#shared/activity-actions.ts';
import { rows } from '#shared/contract/index.ts';

it('says every call that is logged in words of its own, sign-ins by any way among them', () => {
  const logged = rows.filter((row) => isLogged(row) || row.signsIn).map(({ name }) => name);
  expect(logged).toEqual(expect.arrayContaining(['login', 'passkeyLogin', 'removePerson']));
  const madeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  expect(logged.filter((name) => actionOf(name).words === madeOf(name))).toEqual([]);
});
