import { afterAll, beforeAll, beforeEach } from 'vitest';
import { signIn } from './sign-in.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { type StubSettings, type StubUpstream, startStubUpstream } from './stub-upstream.ts';

export interface StubSite {
  readonly app: TestApp;
  readonly stub: StubUpstream;
  /** Cookie of a session of the stub's admin, as a Cookie header carries it. */
  readonly cookie: string;
}

/**
 * The product in front of a stub host, with variables and options of `startTestApp`. Both are started once for the file
 * if this is called outside of a block; the host is reset before each test.
 */
export function stubSite(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestApp>[1] & { host?: Partial<StubSettings> } = {},
) {
  const site: { -readonly [Key in keyof StubSite]?: StubSite[Key] } = {};
  beforeAll(async () => {
    const { host, ...ofApp } = options;
    site.stub = await startStubUpstream(host);
    site.app = await startTestApp({ UPSTREAM_URL: site.stub.url, ...environment }, ofApp);
    site.cookie = (await signIn(site.app, site.stub.admin)).cookie;
  });
  afterAll(async () => {
    await site.app?.close();
    await site.stub?.close();
  });
  beforeEach(() => site.stub?.reset());
  return site as StubSite;
}
