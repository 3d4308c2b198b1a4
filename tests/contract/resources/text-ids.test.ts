import { expect, it } from 'vitest';
import { withEngine } from '../../support/engines.ts';
import { blogEditForm, projectEditForm, projectForm } from '../../support/forms.ts';
import { openPage } from '../../support/page-forms.ts';
import type { TestDatabase } from '../../support/shared-servers.ts';
import { makeApplicant, makeBlog, makeJob, makeProject } from './cases.ts';

const tables = [
  'categories',
  'tech_images',
  'projects',
  'project_images',
  'blogs',
  'jobs',
  'team_members',
  'messages',
  'applicants',
  'applicant_notes',
  'applicant_events',
];

/**
 * From now on every record created in this database gets a UUID as its id, as if it came from a host without numeric
 * ids.
 */
async function giveTextIds({ query }: Pick<TestDatabase, 'query'>) {
  await query(`create function give_text_id() returns trigger language plpgsql as $$
    begin new.public_id = coalesce(new.public_id, gen_random_uuid()::text); return new; end $$`);
  for (const table of tables)
    await query(
      `create trigger give_text_id before insert on ${table} for each row execute function give_text_id()`,
    );
}

/** Records created by the engine have numbers. */
withEngine(
  'embedded',
  (engine) => {
    const { call, read } = engine;
    const statusOf = async (path: string) => (await openPage(engine.app, path)).status;

    it('a text that no row came with names nothing in queries, bodies and forms', async () => {
      const text = '1e3';
      const { id } = await makeApplicant(engine);
      const post = await makeBlog(engine);
      expect((await read('getApplicants', { job_id: text })).data).toEqual([]);
      expect((await read('matchingApplicants', { job_id: text })).ids).toEqual([]);
      expect((await read('searchProjects', { category_id: text })).data).toEqual([]);
      expect(await read('jobPreviews', { id: text })).toEqual([]);
      expect((await read('getVersions', { resource: 'blog', id: text })).data).toEqual([]);
      const bulk = await read('bulkApplicants', { ids: [text, id], action: 'shortlisted' });
      expect(bulk).toMatchObject({ changed: 1, before: [{ id }] });
      for (const name of ['restoreDeleted', 'eraseDeleted'] as const)
        await call(name, { resource: 'blog', id: text }).expect(404);
      expect((await call('saveJobPreview', { row_id: text, draft: {} })).status).toBeLessThan(500);
      await call('editBlog', await blogEditForm(text)).expect(404);
      const { status, body } = await call('addProject', await projectForm(text));
      expect([status, Object.keys(body.errors)]).toEqual([422, ['category_id']]);
      for (const path of [`/view-blog/${text}`, `/portfolioOne/${text}`, `/careers/apply/${text}`])
        expect(await statusOf(path)).toBe(404);
      expect(await statusOf(`/view-blog/${post.id}`)).toBe(200);
    });

    it('records that came from elsewhere have texts: pages lead to them, forms and bodies name them', async () => {
      if (engine.database) await giveTextIds(engine.database);
      const { id } = await makeBlog(engine);
      const project = await makeProject(engine);
      const job = await makeJob(engine, { status: 'open' });
      const other = await makeJob(engine, { status: 'open' });
      const sitemap = (await openPage(engine.app, '/sitemap.xml')).text;
      for (const path of [`/view-blog/${id}`, `/portfolioOne/${project.id}`, `/careers/apply/${job.id}`]) {
        expect(path).toMatch(/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        expect([path, await statusOf(path)]).toEqual([path, 200]);
        expect(sitemap).toContain(`${engine.app.url}${path}<`);
      }
      await engine.visitor.get(`/share/project/${project.id}.png`).expect(200);
      const { category_id } = project;
      const edited = await read('updateProject', project.id, await projectEditForm(category_id));
      expect(edited).toMatchObject({ category_id });
      await read('editBlog', await blogEditForm(id));
      await read('reorderJobs', { ids: [other.id, job.id] });
      const applicant = await makeApplicant(engine, {}, job.id);
      expect((await read('getApplicants', { job_id: job.id })).data).toMatchObject([{ id: applicant.id }]);
    });

    it('an id may have dots and tildes, and is no way up', async () => {
      const { id } = await makeBlog(engine);
      await engine.database?.query(`update blogs set public_id = 'a..b~c.' where public_id = $1`, [id]);
      expect(await statusOf('/view-blog/a..b~c.')).toBe(200);
      expect(await engine.visitor.read('singlePost', 'a..b~c.')).toMatchObject({ id: 'a..b~c.' });
      for (const bad of ['-x', 'a%20b', 'a'.repeat(65)])
        expect(await statusOf(`/view-blog/${bad}`)).toBe(404);
    });
  },
  { onPostgres: true },
);
