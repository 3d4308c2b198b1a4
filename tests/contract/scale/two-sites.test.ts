// @module-tag deep/scale: two processes of one site that share only PostgreSQL and a bucket
import { expect, it, onTestFinished } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { blogEditForm, blogForm } from '../../support/forms.ts';
import { testBucket, testDatabase } from '../../support/shared-servers.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { type Site, startSites } from '../../support/sites.ts';

it('what an admin changes on one, visitors of the other see', async () => {
  const [database, bucket] = await Promise.all([testDatabase({ migrated: true }), testBucket()]);
  const environment = { ...database.environment, ...bucket.environment };
  // Cached answers do not expire; only a signal invalidates them.
  const sites = await startSites(2, environment, { cache: { now: () => 0 } });
  onTestFinished(async () => {
    await sites.close();
    await Promise.all([database.drop(), bucket.drop()]);
  });
  const [first, second] = sites.all as [Site, Site];
  const { agent } = await signIn(first, sites.credentials);
  const saved = await agent.call('saveBlog', await blogForm({ blog_title: 'Old' }));
  const { id } = saved.body.data;
  const read = async (path: string) => (await visit(second).get(path)).text;
  const paths = [callPath(contract.activeBlogs), callPath(contract.singlePost, { id }), '/publishing'];
  for (const path of paths) {
    // The signal about the post may arrive a little later.
    await expect.poll(() => read(path), { message: path }).toContain('Old');
    const found = async () => (await visit(second).get(path)).headers['x-cache'];
    await expect.poll(found, { message: path }).toBe('HIT');
  }
  await agent.call('editBlog', await blogEditForm(id, { blog_title: 'Brand-new' })).expect(200);
  for (const path of paths) await expect.poll(() => read(path), { message: path }).toContain('Brand-new');
});
