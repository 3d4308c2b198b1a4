import { it } from 'vitest';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { adminRead, cookieOf, signIn, signOut } from './calls.ts';

const site = stubSite();
const signedIn = async (url: string) => cookieOf(await signIn(url, site.stub.admin));

it('a sign-out holds after a restart on the same data', async () => {
  // The host retains its tokens, so that only the BFF can refuse the session.
  site.stub.misbehave({ kind: 'answer', status: 200, body: '{"status":1}' }, { path: '/api/logout' });
  let app = await startTestApp({ UPSTREAM_URL: site.stub.url });
  const [cookie, other] = [await signedIn(app.url), await signedIn(app.url)];
  await signOut(app.url, cookie);
  await app.close({ keepData: true });
  app = await startTestApp({ UPSTREAM_URL: site.stub.url, DATA_DIR: app.dataDir });
  await adminRead(app.url, cookie).expect(401);
  await adminRead(app.url, other).expect(200);
  await app.close();
});

it.each(['hang', 'reset'] as const)('a sign-out does not wait for a host that does a %s', async (kind) => {
  const cookie = await signedIn(site.app.url);
  site.stub.misbehave({ kind }, { path: '/api/logout' });
  await signOut(site.app.url, cookie).expect(200);
  await adminRead(site.app.url, cookie).expect(401);
});
