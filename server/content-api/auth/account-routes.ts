import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import { type Admin, deleteTokens } from './repository.ts';
import { endSession, sessionId, sessionsOf } from './sessions-repository.ts';
import type { Tokens } from './tokens.ts';

/** The admin's own account: their details and their sessions. */
export function accountHandlers(db: Db, tokens: Pick<Tokens, 'hashOf' | 'tellEnded'>): Handlers {
  return {
    async getAccount(call) {
      const { id, name, email, role } = adminOf(call);
      const own = tokens.hashOf(call.authorization);
      const sessions = (await sessionsOf(db, id)).map((session) => ({
        id: sessionId(session),
        current: session.token_hash === own,
        created_at: session.created_at,
        last_used_at: session.last_used_at,
        address: session.address,
        agent: session.agent,
      }));
      return { data: { id, name, email, role, sessions } };
    },
    async endSession(call) {
      const { id: admin } = adminOf(call);
      const { id } = await call.body();
      const ended = await endSession(db, admin, id);
      assertThat(ended.length > 0, 'session.unknown', 404);
      tokens.tellEnded(ended);
      return { data: null, message: 'session.ended' };
    },
    async endOtherSessions(call) {
      tokens.tellEnded(await deleteTokens(db, adminOf(call).id, tokens.hashOf(call.authorization)));
      return { data: null, message: 'session.othersEnded' };
    },
  };
}

function adminOf({ admin }: Pick<EngineCall, 'admin'>): Admin {
  assertThat(admin, 'session.required', 401);
  return admin;
}
