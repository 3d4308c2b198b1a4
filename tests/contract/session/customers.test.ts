import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { startWithHostFile, stubHostFile } from '../../hosts/site.ts';
import { type Agent, signIn } from '../../support/sign-in.ts';
import { stubSite } from '../../support/stub-site.ts';

// An API host where customers sign in as well: it answers 403 to each of their admin calls.

const minute = 60_000;
const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
/** Calls for admins that the BFF answers itself. */
const own = rows.filter(
  ({ name, origin, access }) => origin === 'session' && access === 'admin' && name !== 'renewSession',
);

let person: Agent;
let clock = 0;
const site = stubSite({}, { cache: { maxBytes: 0, now: () => performance.now() + clock } });
beforeEach(async () => {
  ({ agent: person } = await signIn(site.app, credentials));
});

const json = JSON.stringify({ status: 0, message: 'No.' });

/** Sets the host's answer to every admin call of this person, except the rows in `but`. */
function say(status: number, { but = [] as readonly ContractRow[], body = json } = {}) {
  const headers = { 'content-type': body === json ? 'application/json' : 'text/html' };
  for (const row of rows.filter(({ access, origin }) => access === 'admin' && origin !== 'session'))
    if (!but.includes(row))
      site.stub.misbehave({ kind: 'answer', status, headers, body }, { path: row.path });
}

const statusOf = async ({ name }: ContractRow, agent = person) => (await agent.call(name as CallName)).status;

it('a customer of the host gets none of the calls that the site answers itself', async () => {
  say(403);
  const answers = [];
  for (const row of own) answers.push([row.name, await statusOf(row)]);
  expect(own.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['downloadIntakeFile', 'exportActivity']),
  );
  expect(answers).toEqual(own.map(({ name }) => [name, 403]));
  // A customer may still renew the session.
  expect(await statusOf(contract.renewSession)).toBe(200);
});

it.each([
  ['200 and a body that says no', 200, {}],
  ['its sign-in page', 200, { body: '<form>' }],
  ['the way to its sign-in page', 302, { body: '<form>' }],
  ['404, to hide what they may not see', 404, {}],
])('neither does one whom the host tells so by %s', async (_what, status, how) => {
  say(status, how);
  for (const row of [contract.intake, contract.getActivity, contract.getRedirects, contract.siteStatus])
    expect([row.name, await statusOf(row)]).toEqual([row.name, 403]);
  // A refusal of one person does not affect an admin.
  site.stub.reset();
  const { agent: admin } = await signIn(site.app, credentials);
  expect(await statusOf(contract.intake, admin)).toBe(200);
});

it('at a host that shows its posts to every account, what is known of people is for who reads people there', async () => {
  say(403, { but: [contract.blogs] });
  expect(await statusOf(contract.getRedirects)).toBe(200);
  for (const row of [
    contract.intake,
    contract.downloadIntakeFile,
    contract.getActivity,
    contract.exportActivity,
  ])
    expect([row.name, await statusOf(row)]).toEqual([row.name, 403]);
  for (const [resource, status] of Object.entries({ applicant: 403, admin: 403, blog: 200 }))
    await person.call('getHistory', { resource, id: 1 }).expect(status);
});

it('a 403 of the host to whatever else ends what was remembered', async () => {
  expect(await statusOf(contract.getRedirects)).toBe(200);
  say(403);
  expect(await statusOf(contract.getRedirects)).toBe(200);
  expect(await statusOf(contract.getTeam)).toBe(403);
  expect(await statusOf(contract.getRedirects)).toBe(403);
});

it('while the host fails, only who was let in before is', async () => {
  expect(await statusOf(contract.intake)).toBe(200);
  const { agent: stranger } = await signIn(site.app, credentials);
  say(500);
  clock += 6 * minute;
  expect(await statusOf(contract.intake)).toBe(200);
  expect(await statusOf(contract.intake, stranger)).toBe(503);
  // The site status contains no personal data, and shows that the host fails.
  expect(await statusOf(contract.siteStatus, stranger)).toBe(200);
});

describe('where host.json names the admins, and the engine fills nothing in', () => {
  function startWith(admins: object, more: object = {}) {
    const token = { from: { body: 'data.token' }, user: { email: 'data.user.email' } };
    return startWithHostFile(stubHostFile(site.stub.url, { token, admins, ...more }));
  }

  it.each([
    ['somebody@studio.example', 403],
    [credentials.email, 200],
  ])('only %s is let in', async (email, status) => {
    const named = await startWith({ emails: [email] });
    onTestFinished(() => named.close());
    const { agent } = await signIn(named, credentials);
    for (const row of [contract.intake, contract.getActivity, contract.getRedirects])
      expect([row.name, await statusOf(row, agent)]).toEqual([row.name, status]);
  });

  it('addresses that have nothing to be compared with keep the site from starting', async () => {
    const started = startWith({ emails: [credentials.email] }, { token: { from: { body: 'data.token' } } });
    await expect(started).rejects.toThrow(/host\.json: admins needs the place of the email/);
  });
});
