import { expect, it } from 'vitest';
import type { Category } from '#shared/entities/category.ts';
import type { Blog } from '#shared/entities/post.ts';
import type { Job } from '#shared/schemas/job.ts';
import type { SampleRemoval, SampleStatus } from '#shared/schemas/sample.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import { blogEditForm } from '../../support/forms.ts';
import { makeApplicant, makeJob, makeProject } from './cases.ts';

const none = { project: 0, category: 0, blog: 0, job: 0, team_member: 0 };

withEngines(cases, { SAMPLE_CONTENT: 'on' });

function cases(engine: Engine) {
  const status = async (): Promise<SampleStatus> => {
    return await engine.read('getSample');
  };
  const posts = async (): Promise<Blog[]> => (await engine.visitor.read('activeBlogs', 'page=1')).data;

  it('is counted without what people added or changed, and leaves with one call, except what is theirs now', async () => {
    expect(await status()).toEqual({ sample: 32, own: none });
    const [edited] = await posts();
    if (!edited) throw new Error('The sample has posts.');
    const form = await blogEditForm(edited.id, { blog_title: 'Ours now' });
    await engine.call('editBlog', form).expect(200);
    await makeJob(engine);
    expect(await status()).toEqual({ sample: 31, own: { ...none, blog: 1, job: 1 } });
    const categories: Category[] = (await engine.read('getProjectCategory', 'page=1')).data;
    const film = categories.find(({ title }) => title === 'Film');
    // A work in the trash may come back to its category.
    const project = await makeProject(engine, { category_id: String(film?.id) });
    await engine.call('deleteProject', project.id).expect(200);
    const [job]: Job[] = (await engine.visitor.read('jobs', 'page=1&sort=oldest')).data;
    await makeApplicant(engine, {}, job?.id);

    const answer = await engine.call('removeSample');
    expect([answer.status, answer.body.message]).toEqual([200, 'Sample content removed']);
    const { removed, kept }: SampleRemoval = answer.body.data;
    expect(removed).toEqual({ project: 10, category: 3, blog: 5, job: 4, team_member: 7 });
    expect(kept).toEqual([
      { resource: 'category', title: 'Film', reason: 'projects' },
      { resource: 'blog', title: 'Ours now', reason: 'changed' },
      { resource: 'job', title: job?.title, reason: 'applicants' },
    ]);
    expect(await status()).toEqual({ sample: 2, own: { ...none, blog: 1, job: 1 } });

    // Visitors read neither a list nor a page that was cached before.
    await expect.poll(async () => (await posts()).map(({ blog_title }) => blog_title)).toEqual(['Ours now']);
    const { body } = await engine.visitor.call('jobs', 'page=1');
    expect(body.data.data.map(({ id }: Job) => id)).toEqual([job?.id]);
    const page = await engine.visitor.get('/team').set('Accept', 'text/html');
    expect(page.text).not.toMatch(/\/storage\/\d{4}\//);
  });
}
