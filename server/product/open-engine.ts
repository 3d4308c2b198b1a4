import { randomBytes } from 'node:crypto';
import { purposeKeys } from '../bff/session/secrets.ts';
import { openContentApi } from '../content-api/content-api.ts';
import { createFormTokens } from '../forms/form-tokens.ts';
import type { Beginning, Company } from './open-company.ts';
import type { Port } from './open-port.ts';
import type { State } from './open-state.ts';

interface EngineContext extends Beginning {
  company: Company;
  port: Port;
  state: State;
}

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/** Opens the embedded engine, if it answers all calls (there is no API host) or some of them (ENGINE_FILLS). */
export async function openEngine({ log, company, port, state }: EngineContext) {
  const { config, fills, databases, counts, forgetting, live, sessions } = state;
  const formTokens = createFormTokens(await purposeKeys(config, 'studio form token'));
  if (config.UPSTREAM_URL && !fills) return { formTokens, engine: undefined, close: () => {} };
  // A secret that only the BFF and the engine know. The BFF sends it together with statements about a form (its
  // reference, its time, that it was counted), so that the engine trusts these statements.
  const assertion = randomBytes(24).toString('base64url');
  const secondStepKeys = await purposeKeys(config, 'studio second step');
  const engine = await openContentApi(
    { ...config, PUBLIC_URL: port.publicUrl },
    log,
    company.site,
    databases,
    {
      assertion,
      counts,
      secondStep: { keys: secondStepKeys, publicUrl: config.PUBLIC_URL },
      forget: forgetting.forget,
      onChange: live.changed,
      onEnded: sessions.endTokens,
      ...(fills && { behind: fills.rows, formTokens }),
    },
  );
  company.live.onSwap(() =>
    engine.renewEnds().catch((err: unknown) => log.error({ err }, 'jobs close in the former time zone')),
  );
  return { formTokens, engine, assertion, close: engine.close };
}
