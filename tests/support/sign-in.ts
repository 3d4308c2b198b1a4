import request from 'supertest';
import { type CallName, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import type { Credentials } from '#shared/schemas/session.ts';
import { type FormPart, sendForm } from './forms.ts';

/** The values of a call: the id of its path (one that nothing has if it is left out), then its query (GET), its form or its JSON. */
type Sent = (Id | object | readonly FormPart[] | undefined)[];

/** A supertest agent: keeps cookies as a browser does, and sends `X-CSRF: 1` as our request helper does. */
export type Agent = ReturnType<typeof visit>;

/** Creates an agent without a session. */
export function visit(app: { url: string }) {
  const agent = request.agent(app.url);
  agent.set('X-CSRF', '1');
  /** Makes a call of the contract. */
  function call(name: CallName, ...sent: Sent) {
    const row = contract[name];
    const id = row.path.includes('{id}') ? ((sent.shift() ?? 999_999) as Id) : 0;
    const test = agent[row.method.toLowerCase() as 'get' | 'post' | 'delete'](callPath(row, { id }));
    const [body] = sent;
    if (body === undefined) return test;
    if (row.method === 'GET') return test.query(body as object | string);
    return Array.isArray(body) ? sendForm(test, body) : test.send(body as object);
  }
  /** Makes a call that must succeed, and returns its data. */
  async function read(name: CallName, ...sent: Sent) {
    const answer = await call(name, ...sent);
    if (answer.status !== 200) throw new Error(`${name} was answered with ${answer.status}: ${answer.text}`);
    return answer.body.data;
  }
  return Object.assign(agent, { call, read });
}

/**
 * Signs in through the product; throws if that fails. `cookie` is the sealed cookie, as a Cookie header carries it.
 */
export async function signIn(app: { url: string }, credentials: Credentials) {
  const agent = visit(app);
  const answer = await agent.call('login', credentials);
  const [cookie] = String(answer.headers['set-cookie'] ?? '').split(';', 1);
  if (answer.status !== 200 || !cookie) {
    throw new Error(`Sign-in was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return { agent, cookie };
}
