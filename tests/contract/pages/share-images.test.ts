import sharp from 'sharp';
import request from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { type Engine, withBothEngines, withEngine } from '../../support/engines.ts';
import { blogForm, categoryForm, projectForm, sendForm } from '../../support/forms.ts';
import { goodJob } from '../resources/cases/jobs.ts';

/** Requests a picture and returns the answer with its bytes. */
async function picture(engine: Engine, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(engine.app.url + path, { headers });
  return { answer, body: Buffer.from(await answer.arrayBuffer()) };
}

withBothEngines((engine) => {
  const ids = { post: 0, hidden: 0, project: 0, category: 0, job: 0, draft: 0 };
  beforeAll(async () => {
    const { admin, visitor } = engine;
    const saveBlog = async (texts: Record<string, string>): Promise<number> => {
      await sendForm(admin.post('/api/saveBlog'), await blogForm(texts));
      return (await admin.get('/api/blogs?page=1')).body.data.data[0].id;
    };
    ids.post = await saveBlog({ blog_title: '</svg><b>& نقش' });
    ids.hidden = await saveBlog({ is_active: '0' });
    await sendForm(admin.post('/api/addProjectCategory'), await categoryForm());
    const category = (await visitor.get('/api/getProjectCategory?page=1')).body.data.data[0].id;
    await sendForm(admin.post('/api/addProject'), await projectForm(category));
    ids.category = category;
    ids.project = (await visitor.get(`/api/getProjects/${category}?page=1`)).body.data.data[0].id;
    const addJob = async (status: string): Promise<number> =>
      (await admin.post('/api/addJob').send({ ...goodJob, status })).body.data.id;
    ids.job = await addJob('open');
    ids.draft = await addJob('draft');
  });

  test.each([
    ['post', 'jpeg'],
    ['project', 'jpeg'],
    ['category', 'jpeg'],
    ['job', 'png'],
  ] as const)('a %s has an image of its own: a %s', async (kind, expected) => {
    const { answer, body } = await picture(engine, `/share/${kind}/${ids[kind]}.png`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${expected}`]);
    const { width, height, format } = await sharp(body).metadata();
    expect([width, height, format]).toEqual([1200, 630, expected]);
    expect(body.length).toBeLessThan(200_000);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    // Sites that show a link to this site show the image too.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('the page of a post names its image, and the image is there', async () => {
    const page = await request(engine.app.url).get(`/view-blog/${ids.post}`).set('accept', 'text/html');
    const [, address = ''] = /<meta property="og:image" content="([^"]*)"/.exec(page.text) ?? [];
    expect(address).toBe(`${engine.app.url}/share/post/${ids.post}.png`);
    expect((await fetch(address)).status).toBe(200);
  });

  test('the studio has one for every other page', async () => {
    const { answer, body } = await picture(engine, '/share/studio.png');
    expect(answer.status).toBe(200);
    expect((await sharp(body).metadata()).width).toBe(1200);
  });

  test('an image is sent once, and drawn once', async () => {
    const path = `/share/post/${ids.post}.png`;
    const first = await picture(engine, path);
    const etag = first.answer.headers.get('etag') ?? '';
    const again = await picture(engine, path, { 'if-none-match': etag });
    expect([again.answer.status, again.body.length]).toEqual([304, 0]);
    const many = await Promise.all(Array.from({ length: 20 }, () => picture(engine, path)));
    expect(many.every(({ body }) => body.equals(first.body))).toBe(true);
  });

  test('what visitors cannot see has no image, also not for somebody with a session', async () => {
    for (const path of [
      `/share/post/${ids.hidden}.png`,
      `/share/job/${ids.draft}.png`,
      '/share/project/999999.png',
    ]) {
      const { answer } = await picture(engine, path);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
      expect((await engine.admin.get(path)).status).toBe(404);
    }
  });

  test.each([
    '/share/post/1',
    '/share/post/01.png',
    '/share/post/1.PNG',
    '/share/post/-1.png',
    '/share/post/99999999999999999999.png',
    '/share/team/1.png',
    '/share/studio.png/x',
    '/share/',
  ])('%s is no image', async (path) => {
    expect((await picture(engine, path)).answer.status).toBe(404);
  });

  test('images are read only', async () => {
    const { status, headers } = await request(engine.app.url).delete('/share/studio.png').set('x-csrf', '1');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    const head = await request(engine.app.url).head('/share/studio.png');
    expect([head.status, Number(head.headers['content-length']) > 1000]).toEqual([200, true]);
  });

  test('a new title is a new image', async () => {
    const path = `/share/job/${ids.job}.png`;
    const before = await picture(engine, path);
    const job = (await engine.admin.get(`/api/singleJob/${ids.job}`)).body.data;
    const json = { ...goodJob, status: 'open', title: 'Another title', updated_at: job.updated_at };
    expect((await engine.admin.post(`/api/updateJob/${ids.job}`).send(json)).body.status).toBe(1);
    const after = await picture(engine, path);
    expect(after.answer.status).toBe(200);
    expect(after.body.equals(before.body)).toBe(false);
  });
});

withEngine('stub', (engine) => {
  test('a cover that cannot be read leaves the card with the artwork, and is logged once', async () => {
    await sendForm(engine.admin.post('/api/saveBlog'), await blogForm({ blog_title: 'Gone' }));
    const [post] = engine.stub?.data.blogs ?? [];
    if (!post) throw new Error('The stub has no post.');
    post.blog_image = '/storage/gone.png';
    for (let time = 0; time < 2; time += 1) {
      const { answer } = await picture(engine, `/share/post/${post.id}.png`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    const said = engine.app.logLines.filter(({ msg }) =>
      String(msg).startsWith('the cover of a share image'),
    );
    expect(said).toHaveLength(1);
  });
});
