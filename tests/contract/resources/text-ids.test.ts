import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import { withEngine } from '../../support/engines.ts';
import { blogEditForm, projectEditForm, projectForm, sendForm } from '../../support/forms.ts';
import { openPage } from '../../support/page-forms.ts';
import { giveTextIds } from '../../support/text-ids.ts';
import { makeApplicant } from './cases/applicants.ts';
import { makeBlog } from './cases/blogs.ts';
import { makeJob } from './cases/jobs.ts';
import { makeProject } from './cases/projects.ts';

/** Records created by the engine have numbers. */
withEngine(
  'embedded',
  (engine) => {
    it('a text that no row came with names nothing in queries, bodies and forms', async () => {
      const text = '1e3';
      const read = async (call: CallName, query: string) =>
        (await engine.admin.get(`${callPath(contract[call], { id: 1 })}?${query}`).expect(200)).body.data;
      const send = (call: CallName, json: object) => engine.admin.post(callPath(contract[call])).send(json);
      const { id } = await makeApplicant(engine);
      const post = await makeBlog(engine);
      expect((await read('getApplicants', `job_id=${text}`)).data).toEqual([]);
      expect((await read('matchingApplicants', `job_id=${text}`)).ids).toEqual([]);
      expect((await read('searchProjects', `category_id=${text}`)).data).toEqual([]);
      expect(await read('jobPreviews', `id=${text}`)).toEqual([]);
      expect((await read('getVersions', `resource=blog&id=${text}`)).data).toEqual([]);
      const bulk = await send('bulkApplicants', { ids: [text, id], action: 'shortlisted' }).expect(200);
      expect(bulk.body.data).toMatchObject({ changed: 1, before: [{ id }] });
      await send('restoreDeleted', { resource: 'blog', id: text }).expect(404);
      await send('eraseDeleted', { resource: 'blog', id: text }).expect(404);
      await send('saveJobPreview', { row_id: text, draft: {} }).expect((answer) => {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      });
      const edited = await engine.call('editBlog', await blogEditForm(text));
      expect(edited.status).toBe(404);
      const added = await engine.call('addProject', await projectForm(text));
      expect([added.status, Object.keys(added.body.errors)]).toEqual([422, ['category_id']]);
      for (const path of [`/view-blog/${text}`, `/portfolioOne/${text}`, `/careers/apply/${text}`])
        expect((await openPage(engine.app, path)).status).toBe(404);
      expect((await openPage(engine.app, `/view-blog/${post.id}`)).status).toBe(200);
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
        const page = await openPage(engine.app, path);
        expect([path, page.status]).toEqual([path, 200]);
        expect(sitemap).toContain(`${engine.app.url}${path}<`);
      }
      await engine.visitor.get(`/share/project/${project.id}.png`).expect(200);
      const form = await projectEditForm(project.category_id);
      const path = callPath(contract.updateProject, { id: project.id });
      const edited = await sendForm(engine.admin.post(path), form);
      expect([edited.status, edited.body.data?.category_id]).toEqual([200, project.category_id]);
      await engine.call('editBlog', await blogEditForm(id)).expect(200);
      const ids = [other.id, job.id];
      await engine.call('reorderJobs', { ids }).expect(200);
      const applicant = await makeApplicant(engine, {}, job.id);
      const list = await engine.call('getApplicants', `job_id=${job.id}`).expect(200);
      expect(list.body.data.data).toMatchObject([{ id: applicant.id }]);
    });

    it('an id may have dots and tildes, and is no way up', async () => {
      const { id } = await makeBlog(engine);
      await engine.database?.query(`update blogs set public_id = 'a..b~c.' where public_id = $1`, [id]);
      expect((await openPage(engine.app, '/view-blog/a..b~c.')).status).toBe(200);
      expect((await engine.visitor.get('/api/singlePost/a..b~c.').expect(200)).body.data.id).toBe('a..b~c.');
      for (const bad of ['-x', 'a%20b', 'a'.repeat(65)])
        expect((await openPage(engine.app, `/view-blog/${bad}`)).status).toBe(404);
    });
  },
  { onPostgres: true },
);
