import request from 'supertest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Credentials } from '#shared/schemas/session.ts';

/** A supertest agent: keeps cookies as a browser does, and sends `X-CSRF: 1` as our request helper does. */
export type Agent = ReturnType<typeof request.agent>;

/** Creates an agent without a session. */
export function visit(app: { url: string }): Agent {
  const agent = request.agent(app.url);
  agent.set('X-CSRF', '1');
  return agent;
}

/**
 * Signs in through the product; throws if that fails. `cookie` is the sealed cookie, as a Cookie header carries it.
 */
export async function signIn(
  app: { url: string },
  credentials: Credentials,
): Promise<{ agent: Agent; cookie: string }> {
  const agent = visit(app);
  const answer = await agent.post(callPath(contract.login)).send(credentials);
  const [cookie] = String(answer.headers['set-cookie'] ?? '').split(';', 1);
  if (answer.status !== 200 || !cookie) {
    throw new Error(`Sign-in was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return { agent, cookie };
}
