import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { type Role, roles } from '#shared/roles.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';

let engine: TestEngine;
let database: DatabaseSync;
beforeAll(async () => {
  engine = await startEngine();
  const { body } = await engine.call<{ token: string }>('login', {
    body: JSON.stringify(engine.firstAdmin),
    contentType: 'application/json',
    token: null,
  });
  engine.token = body.data?.token ?? '';
  database = new DatabaseSync(join(engine.dataDir, 'content.sqlite'));
});
afterAll(async () => {
  database.close();
  await engine.close();
});

/** Admin calls that the engine answers. Missing records and empty bodies are refused after the role is checked. */
const admins = rows.filter((row) => row.access === 'admin' && row.origin !== 'session');

/** Sends a raw request without valid content. */
async function ask(row: ContractRow): Promise<{ status: number; code: unknown }> {
  const path = callPath(
    row,
    Object.fromEntries([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 999_999])),
  );
  const answer = await engine.fetch(path, { method: row.method });
  const text = await answer.text();
  return { status: answer.status, code: text.startsWith('{') ? JSON.parse(text).message : undefined };
}

describe.each(roles)('the engine, asked by a token of the role %s', (role: Role) => {
  beforeAll(() => {
    database.prepare('update admins set role = ?').run(role);
  });

  it.each(admins.map((row) => [row.name as CallName]))('%s', async (name) => {
    const row: ContractRow = contract[name];
    const { status, code } = await ask(row);
    const refused = { status: 403, code: 'Your role does not include this. Ask an owner of the site.' };
    if (mayCall(role, row)) expect({ status, code }).not.toEqual(refused);
    else expect({ status, code }).toEqual(refused);
  });
});
