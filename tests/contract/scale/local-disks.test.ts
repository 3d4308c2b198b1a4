// @module-tag deep/scale: several sites, each on a disk of its own
import { expect, it } from 'vitest';
import { startSites } from '../../support/sites.ts';

it('sites that keep content and sessions on their own disks are found out by the tests', async () => {
  const sites = await startSites(2, { SESSION_SECRET: 's'.repeat(32) });
  for (const site of sites.all) expect((await fetch(`${site.url}/readyz?self=1`)).status).toBe(200);
  const found = await sites.close().catch(String);
  for (const name of ['content.sqlite', 'bff.sqlite', 'intake.sqlite']) expect(found).toContain(name);
});
