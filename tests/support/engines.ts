import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Credentials } from '#shared/schemas/session.ts';
import { type TestDatabase, testBucket, testDatabase } from './shared-servers.ts';
import { type Agent, signIn, visit } from './sign-in.ts';
import { startSites } from './sites.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { type StubSettings, type StubUpstream, startStubUpstream } from './stub-upstream.ts';

type EngineName = 'stub' | 'embedded';

/** The product on one of its two engines, with somebody signed in. Filled before the first test of its block. */
export interface Engine {
  readonly name: EngineName;
  /** The embedded one as two sites on PostgreSQL; known before anything has started. */
  readonly isOnPostgres: boolean;
  readonly app: TestApp;
  readonly credentials: Credentials;
  /** Signed in. */
  readonly admin: Agent;
  /** Not signed in. */
  readonly visitor: Agent;
  /** The API host; only on the stub. */
  readonly stub: StubUpstream | undefined;
  /** Where the embedded engine keeps its content when that is not SQLite in the data folder. */
  readonly database: TestDatabase | undefined;
}

/**
 * Runs the same block against the stub upstream and against the embedded engine on both of its databases, with SQLite in one process and with
 * PostgreSQL in two: one contract, two engines (docs/architecture.md §1). The stub's records are emptied before each test.
 */
export function withEngines(block: (engine: Engine) => void, environment: Record<string, string> = {}): void {
  withBothEngines(block, environment);
  withEngine('embedded', block, { environment, onPostgres: true });
}

/** The same without PostgreSQL, for what no database has a part in. */
export function withBothEngines(
  block: (engine: Engine) => void,
  environment: Record<string, string> = {},
): void {
  withEngine('stub', block, { environment });
  withEngine('embedded', block, { environment });
}

/**
 * Runs the block against one of them. That all answer alike is for the contract tests to say: a journey through the browser that
 * is about the client has nothing to learn from the second.
 */
export function withEngine(
  name: EngineName,
  block: (engine: Engine) => void,
  {
    environment = {},
    settings = {},
    onPostgres = false,
  }: { environment?: Record<string, string>; settings?: Partial<StubSettings>; onPostgres?: boolean } = {},
): void {
  const place = onPostgres ? ' of two sites with PostgreSQL' : '';
  describe(`on the ${name} engine${place}`, { tags: onPostgres ? ['deep/postgres'] : [] }, () => {
    const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
    const engine: { -readonly [Key in keyof Engine]?: Engine[Key] } = {
      name,
      isOnPostgres: onPostgres,
      credentials,
    };

    const opened: { close(): Promise<void> }[] = [];

    beforeAll(async () => {
      if (name === 'stub') {
        engine.stub = await startStubUpstream(settings);
        opened.push(engine.stub);
      }
      const app = onPostgres
        ? await twoSites(engine, environment)
        : await startTestApp({
            ...(engine.stub
              ? { UPSTREAM_URL: engine.stub.url }
              : { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password }),
            ...environment,
          });
      opened.push(app);
      engine.app = app;
      engine.visitor = visit(app);
      engine.admin = (await signIn(app, credentials)).agent;
    });
    beforeEach(() => {
      engine.stub?.requests.splice(0);
    });
    afterAll(async () => {
      for (const each of opened.splice(0).reverse()) await each.close();
    });

    block(engine as Engine);
  });
}

/**
 * Two sites on one PostgreSQL and one bucket, as one: of two calls one goes to either. They keep nothing for other visitors: what one has
 * changed the other learns a moment after the answer.
 */
async function twoSites(
  engine: { database?: TestDatabase | undefined },
  environment: Record<string, string>,
): Promise<TestApp> {
  const [database, bucket] = await Promise.all([testDatabase({ migrated: true }), testBucket()]);
  engine.database = database;
  const sites = await startSites(
    2,
    { ...database.environment, ...bucket.environment, ...environment },
    { cache: { maxBytes: 0 } },
  );
  return {
    url: sites.url,
    dataDir: '',
    logLines: sites.all.flatMap((site) => site.logLines),
    async close() {
      await sites.close();
      await Promise.all([database.drop(), bucket.drop()]);
    },
  };
}
