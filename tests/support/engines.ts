import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Credentials } from '#shared/schemas/session.ts';
import { type TestDatabase, testBucket, testDatabase } from './shared-servers.ts';
import { type Agent, signIn, visit } from './sign-in.ts';
import { startSites } from './sites.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { type StubSettings, type StubUpstream, startStubUpstream } from './stub-upstream.ts';

type EngineName = 'stub' | 'embedded';

/**
 * The product on one of its two engines, with an admin signed in. Its fields are set before the first test of the
 * block.
 */
export interface Engine {
  readonly name: EngineName;
  /** True for the embedded engine as two sites on PostgreSQL; set before anything starts. */
  readonly isOnPostgres: boolean;
  readonly app: TestApp;
  readonly credentials: Credentials;
  /** An agent that is signed in. */
  readonly admin: Agent;
  /** Calls of the admin. */
  readonly call: Agent['call'];
  readonly read: Agent['read'];
  /** An agent without a session. */
  readonly visitor: Agent;
  /** The API host; only on the stub. */
  readonly stub: StubUpstream | undefined;
  /** The database of the embedded engine; undefined with SQLite in the data folder. */
  readonly database: TestDatabase | undefined;
}

/** Asks twice: two processes answer in turn. */
export const twice = async <Answer>(ask: () => Promise<Answer>) => [await ask(), await ask()];

/**
 * Runs the same block against the embedded engine on both of its databases, with SQLite in one process and with
 * PostgreSQL in two. The API host of the tests is the same engine behind a port: its answers are not tried again.
 */
export function withEngines(block: (engine: Engine) => void, environment: Record<string, string> = {}) {
  withEngine('embedded', block, { environment });
  withEngine('embedded', block, { environment, onPostgres: true });
}

/** Runs the block against the API host of the tests and against the embedded engine: for what the way to a host may change. */
export function withBothEngines(block: (engine: Engine) => void, environment: Record<string, string> = {}) {
  withEngine('stub', block, { environment });
  withEngine('embedded', block, { environment });
}

/**
 * Runs the block against one of the engines. A browser test about the client would learn
 * nothing from a second engine.
 */
export function withEngine(
  name: EngineName,
  block: (engine: Engine) => void,
  {
    environment = {},
    settings = {},
    onPostgres = false,
  }: { environment?: Record<string, string>; settings?: Partial<StubSettings>; onPostgres?: boolean } = {},
) {
  const place = onPostgres ? ' of two sites with PostgreSQL' : '';
  describe(`on the ${name} engine${place}`, { tags: onPostgres ? ['deep/postgres'] : [] }, () => {
    const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
    const engine: { -readonly [Key in keyof Engine]?: Engine[Key] } = {
      name,
      isOnPostgres: onPostgres,
      credentials,
      call: (...sent) => (engine as Engine).admin.call(...sent),
      read: (...sent) => (engine as Engine).admin.read(...sent),
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
 * Two sites on one PostgreSQL and one bucket, used as one: each takes every other call. They do not cache for other
 * visitors, since one site learns of the other's changes only shortly after the answer.
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
