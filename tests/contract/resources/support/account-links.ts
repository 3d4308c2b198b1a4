import request from 'supertest';
import type { Id } from '#shared/id.ts';
import type { LinkKind } from '#shared/link-paths.ts';
import type { Role } from '#shared/roles.ts';
import type { Engine } from '../../../support/engines.ts';
import { runSql } from '../../../support/run-sql.ts';
import { newInvite } from '../cases.ts';

/** Base of the links in mails; the tests open the paths where the product listens. */
export const publicUrl = 'http://studio.example';

/** Returns the texts of the queued mails to an address, newest first. */
export async function mailsTo(engine: Engine, email: string): Promise<string[]> {
  const rows = await runSql(engine, "select payload from tasks where state = 'waiting' order by id desc");
  const mails = rows.map(({ payload }) => JSON.parse(Buffer.from(payload as Uint8Array).toString()));
  return mails.filter(({ recipient }) => recipient?.toLowerCase() === email).map(({ text }) => text);
}

/** Returns the path of the link in the newest mail to an address. */
export async function linkTo(engine: Engine, email: string, kind: LinkKind) {
  const [newest = ''] = await mailsTo(engine, email);
  const address = new RegExp(`https?://[^/\\s]+(/${kind}/[\\w-]{22,})`).exec(newest)?.[1];
  if (!address) throw new Error(`No ${kind} link in: ${newest}`);
  return address;
}

/** Posts the form of a page by link, as a browser does without scripts. */
export function postForm(engine: Engine, path: string, fields: Record<string, string>) {
  return request(engine.app.url).post(path).type('form').set('Origin', 'null').send(fields);
}

export const password = 'a sound passphrase of theirs';

/** Invites a person and accepts the invitation. */
export async function joinTeam(
  engine: Engine,
  { role }: { role: Role },
): Promise<{ id: Id; email: string; password: string }> {
  const invite = { ...newInvite(), role };
  const { body } = await engine.admin.call('invitePerson', invite).expect(200);
  const { id, email } = body.data;
  const path = await linkTo(engine, email, 'invite');
  await postForm(engine, path, { name: invite.name, new_password: password }).expect(200);
  return { id, email, password };
}
