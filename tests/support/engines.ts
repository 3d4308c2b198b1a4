import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Credentials } from '#shared/schemas/session.ts';
import { type Agent, signIn, visit } from './sign-in.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { type StubSettings, type StubUpstream, startStubUpstream } from './stub-upstream.ts';

const engineNames = ['stub', 'embedded'] as const;
type EngineName = (typeof engineNames)[number];

/** The product on one of its two engines, with somebody signed in. Filled before the first test of its block. */
export interface Engine {
  readonly name: EngineName;
  readonly app: TestApp;
  readonly credentials: Credentials;
  /** Signed in. */
  readonly admin: Agent;
  /** Not signed in. */
  readonly visitor: Agent;
  /** The API host; only on the stub. */
  readonly stub: StubUpstream | undefined;
}

/**
 * Runs the same block against the stub upstream and against the embedded engine: one contract, two engines
 * (docs/architecture.md §1). The stub's records are emptied before each test.
 */
export function withEngines(block: (engine: Engine) => void, environment: Record<string, string> = {}): void {
  for (const name of engineNames) withEngine(name, block, { environment });
}

/**
 * Runs the block against one of the two. That both answer alike is for the contract tests to say: a journey through the browser that
 * is about the client has nothing to learn from the second.
 */
export function withEngine(
  name: EngineName,
  block: (engine: Engine) => void,
  {
    environment = {},
    settings = {},
  }: { environment?: Record<string, string>; settings?: Partial<StubSettings> } = {},
): void {
  describe(`on the ${name} engine`, () => {
    const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
    const engine: { -readonly [Key in keyof Engine]?: Engine[Key] } = { name, credentials };

    beforeAll(async () => {
      engine.stub = name === 'stub' ? await startStubUpstream(settings) : undefined;
      engine.app = await startTestApp({
        ...(engine.stub
          ? { UPSTREAM_URL: engine.stub.url }
          : { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password }),
        ...environment,
      });
      engine.visitor = visit(engine.app);
      engine.admin = (await signIn(engine.app, credentials)).agent;
    });
    beforeEach(() => {
      engine.stub?.requests.splice(0);
    });
    afterAll(async () => {
      await engine.app?.close();
      await engine.stub?.close();
    });

    block(engine as Engine);
  });
}
