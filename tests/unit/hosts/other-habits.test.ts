import { describe, expect, it, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { presentAnswer } from '../../../server/bff/reads/present.ts';
import { form, hostOf, hostThatSays, json, sentOf } from './mapped-host.ts';

describe('hosts of other habits', () => {
  const rows = Array.from({ length: 23 }, (_, index) => ({
    uuid: `a-${index + 1}`,
    id: index + 1,
    name: `N${index + 1}`,
    group: (index % 2) + 1,
  }));

  it('gives all at once: pages are made here', async () => {
    const { ask, paths } = hostThatSays(
      {
        preset: 'array',
        calls: { getProjectCategory: { path: '/groups' }, getSingleCategory: { in: 'getProjectCategory' } },
        fields: { category: { title: 'name' } },
      },
      rows,
    );
    const { body } = await ask('GET', '/api/getProjectCategory?page=3');
    const data = [{ id: 21 }, { id: 22 }, { id: 23 }];
    expect(body).toMatchObject({ data: { current_page: 3, last_page: 3, total: 23, data } });
    expect(paths()).toEqual(['/cms/v2/groups']);
    expect((await ask('GET', '/api/getSingleCategory/23')).body).toMatchObject({
      data: { id: 23, title: 'N23', tech_img: [] },
    });
    await expect(ask('GET', '/api/getSingleCategory/99')).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    [
      'a cursor beside the rows',
      'meta.after',
      (after: string) => ({ body: { meta: { after: after || null } } }),
    ],
    [
      'an address with it in a header',
      'header:link',
      (after: string) => ({
        headers: {
          link: `<https://api.example/groups?after=1>; rel="prev"${after && `, </groups?after=${after}&n=9>; rel="next"`}`,
        },
      }),
    ],
  ])('gives pages by cursor, by %s: all are read, and pages are made here', async (_name, next, said) => {
    const { ask, paths } = hostOf(
      {
        preset: 'array',
        envelope: { list: 'rows', paging: { cursor: 'after', next } },
        calls: { getProjectCategory: { path: '/groups' } },
        fields: { category: { title: 'name' } },
      },
      ({ path }) => {
        const start = Number(new URL(path, 'https://api.example').searchParams.get('after') ?? 0);
        const { body, headers }: { body?: object; headers?: { link: string } } = said(
          start + 9 < rows.length ? String(start + 9) : '',
        );
        return { body: { rows: rows.slice(start, start + 9), ...body }, ...(headers && { headers }) };
      },
    );
    const { body } = await ask('GET', '/api/getProjectCategory?page=2');
    expect(body).toMatchObject({ data: { current_page: 2, last_page: 3, total: 23 } });
    expect((body as { data: { data: object[] } }).data.data[0]).toMatchObject({ title: 'N11' });
    expect(paths()).toEqual(['', '?after=9', '?after=18'].map((each) => `/cms/v2/groups${each}`));
  });

  it('takes the first of several places that has a value', async () => {
    const file = {
      preset: 'array',
      calls: { activeBlogs: { path: '/posts' } },
      fields: { blog: { blog_title: { at: ['headline', 'short', 'name'] } } },
    };
    const posts = [
      { id: 1, headline: null, short: '', name: 'Third' },
      { id: 2, short: 'Second', name: 'Third' },
    ];
    const { ask } = hostThatSays(file, posts);
    const { body } = await ask('GET', '/api/activeBlogs?page=1');
    expect(body).toMatchObject({ data: { data: [{ blog_title: 'Third' }, { blog_title: 'Second' }] } });
  });

  it('hides a post with a word that values does not name, and a save that leaves it hidden does not send another', async () => {
    const is_active = { at: 'state', values: { 0: 'draft', 1: 'published' } };
    const warn = vi.fn();
    const body = { id: 7, name: 'One', state: 'archived' };
    const { ask, asked } = hostOf(
      {
        preset: 'array',
        envelope: { one: '' },
        calls: {
          activeBlogs: { path: '/news' },
          editBlog: { method: 'PATCH', path: '/news/{blog_id}', send: 'json' },
        },
        fields: { blog: { blog_title: 'name', is_active } },
      },
      ({ method }) => ({ body: method === 'GET' ? [body, { id: 8, name: 'Two' }] : body }),
      { warn },
    );
    for (const _time of [1, 2])
      expect((await ask('GET', '/api/activeBlogs?page=1')).body).toMatchObject({
        data: {
          data: [
            { id: 7, is_active: 0 },
            { id: 8, is_active: 1 },
          ],
        },
      });
    expect(warn.mock.calls).toEqual([
      [
        { place: 'fields.blog.is_active' },
        'the API host also says "archived", which is missing in values: name it there',
      ],
    ]);
    const saves = [
      ['7', '0'],
      ['7', '1'],
      ['8', '0'],
    ] as const;
    for (const [blog_id, flag] of saves)
      await ask('POST', '/api/editBlog', form({ blog_id, blog_title: 'New', is_active: flag }));
    expect(asked.slice(2).map((request) => JSON.parse(sentOf(request)))).toEqual([
      { name: 'New' },
      { name: 'New', state: 'published' },
      { name: 'New', state: 'draft' },
    ]);
  });

  it('leaves out a job with a status that values does not name, and tells of it and of an applicant', async () => {
    const warn = vi.fn();
    const statusOf = (ours: string, theirs: string) => ({
      status: { at: 'state', values: { [ours]: theirs } },
    });
    const { ask, list } = hostOf(
      {
        preset: 'array',
        envelope: { one: '' },
        calls: {
          jobs: { path: '/jobs' },
          singleJob: { path: '/jobs/{id}' },
          getApplicants: { path: '/people' },
        },
        fields: { job: statusOf('open', 'on'), applicant: statusOf('new', 'in') },
      },
      ({ path }) => ({
        body: path.endsWith('/2')
          ? { id: 2, state: 'paused' }
          : [1, 2].map((id) => ({ id, state: id === 1 ? 'on' : 'paused' })),
      }),
      { warn },
    );
    expect(await list('/api/jobs?page=1')).toMatchObject([{ id: 1, status: 'open' }]);
    await expect(ask('GET', '/api/singleJob/2')).rejects.toMatchObject({ status: 404 });
    await ask('GET', '/api/getApplicants?page=1');
    expect(warn.mock.calls.filter(([{ place }]) => place.endsWith('status')).map(([, text]) => text)).toEqual(
      [
        'the API host also says "paused", which is missing in values: name it there',
        'the API host also says "on", which is missing in values: name it there',
      ],
    );
  });

  it('has a list at two places, and a name in two parts that a save divides again', async () => {
    const file = {
      preset: 'array',
      calls: { getSingleProject: { path: '/works/{id}' }, updateTeamMember: { path: '/people/{id}' } },
      fields: {
        project: { images: { at: ['cover', 'gallery'] } },
        team_member: { name: { at: ['first', 'last'], join: ' ' } },
      },
    };
    const works = { id: 1, cover: { id: 3, image: '/a.png' }, gallery: [{ id: 4, image: '/b.png' }] };
    const { ask, asked } = hostOf(file, ({ path }) => ({
      body: path.includes('works') ? works : { id: 1, first: 'Ada Maria', last: 'King' },
    }));
    const work = await ask('GET', '/api/getSingleProject/1');
    expect(work.body).toMatchObject({ data: { images: [{ id: 3 }, { id: 4 }] } });
    const change = form({ name: 'Ada Maria Lovelace' });
    const saved = await ask('POST', '/api/updateTeamMember/1', change);
    expect(saved.body).toMatchObject({ data: { name: 'Ada Maria King' } });
    expect(sentOf(asked[1])).toMatch(/"first"\s+Ada Maria\s[\s\S]*"last"\s+Lovelace\s/);
  });

  it('has the category of all work under a name of its own', async () => {
    const calls = { getWork: { path: '/works', fields: { category: 'group.name' } } };
    const rows = [{ id: 1, title: 'One', group: { name: 'Web' } }];
    const { ask } = hostThatSays({ preset: 'array', calls }, rows);
    const { body } = await ask('GET', '/api/getWork');
    expect(body).toMatchObject({ data: { data: [{ title: 'One', category: 'Web' }] } });
  });

  it('has a CV under another key than the applicant', async () => {
    const file = {
      preset: 'array',
      calls: { getSingleApplicant: { path: '/people/{id}' }, downloadCv: { path: '/files/{cv_key}' } },
      fields: { applicant: { cv_key: 'resume.id' } },
    };
    const { ask, paths } = hostThatSays(file, { id: 7, name: 'Ada', resume: { id: 'x-1' } });
    await ask('GET', '/api/downloadCv/7');
    expect(paths()).toEqual(['/cms/v2/people/7', '/cms/v2/files/x-1']);
  });

  it.each([
    [{ blog_title: 'title' }, []],
    [{ blog_title: 'title', created_at: 'date' }, ['2026-05-01T10:00:00.000Z']],
  ])('takes the date of a restored record, if its body names it: %j', async (body, dates) => {
    const calls = { saveBlog: { path: '/news', body, send: 'json' } };
    const { ask, sent } = hostThatSays({ calls }, {});
    const restored = form({ blog_title: 'One', created_at: '2026-05-01T10:00:00Z' });
    await ask('POST', '/api/saveBlog', restored);
    const { date } = sent(0);
    expect([date ?? []].flat()).toEqual(dates);
  });

  it.each([
    [{ page: 'p', first: 0 }, 10, ['p=0', 'p=1', 'p=2']],
    [{ offset: 'p', limit: 'n', size: 10 }, 1, ['p=0&n=10', 'p=10&n=10', 'p=20&n=10']],
  ])('keeps the rows that belong to an answer, over all pages by %j', async (paging, step, queries) => {
    const start = (path: string) => step * Number(new URL(path, 'http://x').searchParams.get('p'));
    const { ask, paths } = hostOf(
      {
        envelope: {
          success: { at: 'ok', is: [true] },
          list: 'payload',
          one: 'payload',
          total: 'header:X-Total',
          per_page: 'size',
          paging,
        },
        calls: { getProjects: { path: '/works', keep: { category_id: '{id}' } } },
        fields: { project: { title: 'name', category_id: 'group' } },
      },
      ({ path }) => ({
        body: { ok: true, size: 10, payload: rows.slice(start(path), start(path) + 10) },
        headers: { 'x-total': '23' },
      }),
    );
    const { body } = await ask('GET', '/api/getProjects/2?page=2');
    expect(paths()).toEqual(queries.map((query) => `/cms/v2/works?${query}`));
    expect(body).toMatchObject({ data: { current_page: 2, last_page: 2, total: 11, data: [{ id: 22 }] } });
  });

  it('gives everybody who applied: who has all the words that are searched is found here', async () => {
    const calls = { getApplicants: { path: '/people', query: { search: null } } };
    const people = ['Ayesha Khan', 'Bilal Khan'].map((name, id) => ({ id: id + 1, name }));
    const { ask } = hostThatSays({ preset: 'array', calls }, people);
    const { body } = await ask('GET', '/api/getApplicants?search=khan%20AYESHA');
    expect(body).toMatchObject({ data: { total: 1, data: [{ name: 'Ayesha Khan' }] } });
  });

  it.each([
    ['searchTeam', 'name', 'IÑAKI', 'Iñaki Ruiz'],
    ['searchCategories', 'title', 'tecnica', 'Técnica'],
    ['searchBlogs', 'blog_title', 'tecnica', 'La técnica'],
  ])('searches nothing: %s is answered here', async (call, field, search, found) => {
    const rows = ['Otra', found].map((text, id) => ({ id: id + 1, [field]: text }));
    const { ask } = hostThatSays(
      { preset: 'array', calls: { [call]: { path: '/rows', query: { search: null } } } },
      rows,
    );
    const { body } = await ask('GET', `/api/${call}?search=${encodeURIComponent(search)}`);
    expect(body).toMatchObject({ data: { total: 1, data: [{ [field]: found }] } });
  });

  it.each([
    ['sort=newest', [3, 1, 2]],
    ['sort=oldest', [2, 1, 3]],
    ['sort=name', [2, 3, 1]],
    ['sort=rating', [1, 3, 2]],
    ['sort=oldest&job_id=none', [1, 3]],
    ['sort=oldest&job_id=7', [2]],
    ['sort=oldest&status=new', [2, 3]],
  ])('finds and sorts here by what it takes no words for: %s', async (query, ids) => {
    const local = { search: null, sort: null, job_id: null, status: null };
    const person = (id: number, name: string, rating: number, day: number, job_id: number | null) => ({
      ...{ id, name, rating, job_id, status: id === 1 ? 'hired' : 'new', cover_letter: null },
      last_submitted_at: `2026-05-0${day}T00:00:00Z`,
    });
    const people = [person(1, 'Zoya', 5, 2, null), person(2, 'ana', 1, 1, 7), person(3, 'Bilal', 3, 3, null)];
    const calls = { getApplicants: { path: '/people', query: local } };
    const { list } = hostThatSays({ preset: 'array', calls }, people);
    expect((await list(`/api/getApplicants?${query}`)).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    [{ body: { images: 'photos[{n}]' } }, {}, ['photos[0]', 'photos[1]']],
    [{ body: { images: 'photos[]' } }, {}, ['photos[]', 'photos[]']],
    [{}, { project: { images: 'photos' } }, ['photos[]', 'photos[]']],
  ])('takes several files as it names them: %j, %j', async (call, fields, names) => {
    const { ask, asked } = hostThatSays({ calls: { addProject: { path: '/works', ...call } }, fields }, {});
    await ask('POST', '/api/addProject', form({}, ['images[0]', 'images[1]']));
    expect(sentOf(asked[0]).match(/(?<= name=")photos[^"]*/g)).toEqual(names);
  });

  it('takes some files of a form alone: the others are refused before any is uploaded', async () => {
    const calls = { addProject: { path: '/works', send: 'json', uploads: { images: 'photos[]' } } };
    const { ask, asked } = hostThatSays({ media: { upload: { path: '/files' } }, calls }, { id: 1 });
    await expect(ask('POST', '/api/addProject', form({}, ['images[0]', 'video']))).rejects.toMatchObject({
      status: 422,
      fields: { video: ['The content server does not accept files here.'] },
    });
    expect(asked).toEqual([]);
  });

  /** Renames a work, with new pictures, on a host that has these pictures; returns the requests that the host got. */
  async function changeOfWork(call: object, pictures: object, files: string[]) {
    const updateProject = { method: 'PUT', path: '/works/{id}', body: { title: 'name' }, ...call };
    const file = { preset: 'array', media: { upload: { path: '/files' } }, calls: { updateProject } };
    const { ask, asked } = hostOf(file, ({ method }) => ({
      body: method === 'POST' ? { id: 9 } : { id: 7, ...pictures },
    }));
    await ask('POST', '/api/updateProject/7', form({ title: 'B' }, files));
    return asked;
  }

  it.each([
    ['json', '{"name":"B","photos":[{"alt":"A","file":1},{"alt":null,"file":2},{"file":9}]}'],
    ['multipart', / name="photos\[\]\[file\]"\r\n\r\n1\r\n.* name="photos\[\]\[file\]"\r\n\r\n9\r\n/s],
  ])('has a list of pictures in which a new one comes behind those that it has: %s', async (send, body) => {
    const resend = { 'photos[].alt': 'images[].alt', 'photos[].file': 'images[].id' };
    const images = [
      { id: 1, alt: 'A' },
      { id: 2, alt: null },
    ];
    const asked = await changeOfWork({ send, uploads: { images: 'photos[].file' }, resend }, { images }, [
      'images[0]',
    ]);
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'PUT']);
    const sent = sentOf(asked[2]);
    if (typeof body === 'string') expect(JSON.parse(sent)).toEqual(JSON.parse(body));
    else expect(sent).toMatch(body);
  });

  it.each([
    ['a list of nothing', 'json', { 'photos[].id': 'images[].id' }, null, [], '{"photos":[],"name":"B"}'],
    ['a list without its mark', 'json', { photos: 'ids' }, [1], ['images[0]'], '{"name":"B","photos":[1,9]}'],
    [
      'a list in a plain form',
      'urlencoded',
      { 'photos[]': 'ids' },
      [1],
      ['images[0]'],
      'name=B&photos[]=1&photos[]=9',
    ],
  ])('has %s that is sent again', async (_what, send, resend, has, files, body) => {
    const call = { send, uploads: { images: 'photos[]' }, resend };
    const asked = await changeOfWork(call, { images: has, ids: has }, files);
    expect(decodeURIComponent(sentOf(asked.at(-1)))).toBe(body);
  });

  it('says no with 200', async () => {
    const file = {
      envelope: {
        success: { at: 'ok', is: [true] },
        message: 'msg',
        errors: 'fields',
        status: { at: 'code', means: { AUTH: 401 } },
      },
      calls: {
        blogs: { path: '/news' },
        saveBlog: { path: '/news/save', body: { blog_title: 'title' }, send: 'urlencoded' },
      },
    };
    const { ask, asked } = hostOf(file, ({ method }) => ({
      body:
        method === 'GET'
          ? { ok: false, code: 'AUTH', msg: 'Log in.' }
          : { ok: false, msg: 'No.', fields: { title: 'Too short.' } },
    }));
    expect(await ask('GET', '/api/blogs')).toMatchObject({
      status: 401,
      body: { status: 0, message: 'Log in.' },
    });
    expect(await ask('POST', '/api/saveBlog', form({ blog_title: 'A & B', description: 'x' }))).toMatchObject(
      { status: 422, body: { errors: { blog_title: ['Too short.'] } } },
    );
    expect(sentOf(asked[1])).toBe('title=A+%26+B');
  });

  it.each([
    [{ rijen: [], blad: 1, per: 0, aantal: 0 }, false],
    [{ rijen: [1, 2], blad: 1, per: 25, bladen: 1, aantal: 2 }, false],
    [{ rijen: [1, 2], code: 200, meta: { took: 12, aantal: 2 } }, false],
    [{ rijen: [1, 2], blad: 1, per: 2, bladen: 3, aantal: 5 }, true],
    [{ rijen: [1, 2, 3], pagination: { blad: 1, per: 3, bladen: 2 } }, true],
  ])('has numbers beside a list that say whether all of it was sent: %j', async (inhoud, isMore) => {
    const warn = vi.fn();
    const file = { preset: 'array', envelope: { list: 'inhoud.rijen' }, calls: { blogs: { path: '/news' } } };
    await hostThatSays(file, { inhoud }, { warn }).ask('GET', '/api/blogs');
    const places = warn.mock.calls.map(([{ place }]) => place);
    expect(places).toEqual(isMore ? ['envelope.total'] : []);
  });

  it.each<[string, object, object, string, RegExp]>([
    ['no list', {}, {}, 'envelope.list', /nothing at a place that host\.json names/],
    ['fewer rows than it counts', { total: 'n' }, { rows: [1], n: 3 }, 'envelope.paging', /names no paging/],
    [
      'a page, and neither the last nor a number of rows',
      { paging: { page: 'p', first: 1 } },
      { rows: [1] },
      'envelope.last_page',
      / to \w+ has neither .*a page too many/,
    ],
  ])('answers with %s: the log says so once', async (_what, envelope, body, place, words) => {
    const warn = vi.fn();
    const file = {
      preset: 'array',
      envelope: { list: 'rows', ...envelope },
      calls: { blogs: { path: '/p' } },
    };
    const { ask } = hostThatSays(file, body, { warn });
    for (const page of [1, 2]) await ask('GET', `/api/blogs?page=${page}`);
    expect(warn.mock.calls).toEqual([[{ place }, expect.stringMatching(words)]]);
  });

  it('names the fields that it refuses in a list of records', async () => {
    const file = {
      envelope: { errors: 'fout.velden' },
      calls: { saveBlog: { path: '/news', body: { blog_title: 'kop' }, send: 'json' } },
    };
    const refused = async (...velden: object[]) => {
      const { ask } = hostOf(file, () => ({ status: 400, body: { fout: { velden } } }));
      return (await ask('POST', '/api/saveBlog', form({ blog_title: '' }))).body;
    };
    const melding = 'kop is verplicht';
    const errors = { blog_title: [melding] };
    expect(await refused({ veld: 'kop', melding })).toMatchObject({ errors });
    // A code beside the message is not shown, wherever it stands.
    expect(await refused({ code: 'LEEG', veld: 'kop', melding })).toMatchObject({ errors });
    expect(await refused({ field: 'kop', code: 'leeg', message: melding })).toMatchObject({ errors });
    expect(await refused({ veld: 'kop', probleem: 'verplicht', melding })).toMatchObject({ errors });
    expect(await refused({ code: 'x', message: melding })).toEqual({ status: 0, message: melding });
  });

  it('empties what a change does not send: what `resend` names is read before and sent again', async () => {
    const calls = {
      updateTeamMember: {
        ...{ method: 'PUT', path: '/people/{id}', send: 'json', body: { name: 'nombre', bio: 'texto' } },
        resend: { foto_id: 'foto.id', texto: 'texto', orden: 'orden', nada: 'nada' },
      },
    };
    const persona = { id: 7, nombre: 'Ana', texto: 'Antes', foto: { id: 9, url: '/a.png' }, orden: 2 };
    const { ask, asked, sent } = hostThatSays({ envelope: { one: 'dato' }, calls }, { dato: persona });
    await ask('POST', '/api/updateTeamMember/7', form({ name: 'Eva', bio: '' }));
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /cms/v2/people/7',
      'PUT /cms/v2/people/7',
    ]);
    expect(sent(1)).toEqual({ nombre: 'Eva', texto: '', foto_id: 9, orden: 2 });
  });

  it('cannot be read before a change that sends a record again: nothing is changed', async () => {
    const calls = { updateJob: { path: '/jobs/{id}', body: { title: 'name' }, resend: { place: 'place' } } };
    const { ask, asked } = hostOf({ calls }, () => ({ status: 503, body: {} }));
    expect((await ask('POST', '/api/updateJob/7', json({ title: 'One' }))).status).toBe(503);
    expect(asked).toHaveLength(1);
  });

  it.each([
    [{}, '<p class="lead" onclick="x()">Hi <b>you</b></p>\n<script>a()</script>'],
    [{}, '<p><img src="https://api.example/storage/a.png" alt="A"></p>'],
    [{ format: 'markdown' }, '## Hi\n\n*you* & me'],
  ])('gets its own text back where a save leaves it as it was shown: %j %j', async (as, content) => {
    const file = {
      envelope: { one: 'row', fields_in: 'attributes', success: null },
      fields: { blog: { blog_title: 'name', description: { at: ['content', 'body'], ...as } } },
      calls: {
        singlePost: { path: '/posts/{id}' },
        editBlog: {
          path: '/posts/{blog_id}',
          body: { blog_title: 'name', description: 'text' },
          send: 'json',
        },
      },
    };
    const { ask, asked } = hostThatSays(file, { row: { id: 7, attributes: { name: 'A', body: content } } });
    const read = await ask('GET', '/api/singlePost/7');
    const row = contract.singlePost;
    const rules = { hosts: ['api.example'], mediaPaths: ['/storage'] };
    await presentAnswer(read.body, row, rules);
    const { data } = read.body as { data: { description: string } };
    expect(data.description).not.toBe(content);
    const save = (description: string) =>
      ask('POST', '/api/editBlog', form({ blog_id: '7', blog_title: 'B', description }));
    await save(data.description.replaceAll('\n', '\r\n'));
    await save('<p>Another</p>');
    const sent = asked.filter(({ method }) => method === 'POST').map((each) => JSON.parse(sentOf(each)));
    expect(sent).toEqual([
      { name: 'B', text: content },
      { name: 'B', text: '<p>Another</p>' },
    ]);
  });

  it('gets the addresses of its pictures as it wrote them, where another word of the text was changed', async () => {
    const file = {
      preset: 'array',
      calls: { singlePost: { path: '/posts/{id}' }, editBlog: { path: '/posts/{blog_id}', send: 'json' } },
    };
    const image = '<img src="https://api.example/storage/a.png" alt="A">';
    const post = { id: 7, blog_title: 'A', description: `<p>One ${image}</p>` };
    const { ask, sent } = hostThatSays(file, post);
    await ask('GET', '/api/singlePost/7');
    const [shown, added] = ['a', 'b'].map((name) => `<img src="/storage/${name}.png" alt="A">`);
    const description = `<p>Two ${shown}${added}</p>`;
    await ask('POST', '/api/editBlog', form({ blog_id: '7', description }));
    expect(sent(1)).toMatchObject({ description: `<p>Two ${image}${added}</p>` });
  });

  it('gets no word of ours that `values` does not name, and has no row with it', async () => {
    const values = { draft: 'brouwsel', open: 'actief', '': null };
    const file = {
      preset: 'array',
      fields: { job: { title: 'name', status: { at: 'state', values }, city: { at: 'town', values } } },
      calls: { getJobs: { path: '/jobs' }, updateJob: { path: '/jobs/{id}' } },
    };
    const { ask, asked, sent } = hostThatSays(file, [{ id: 1, name: 'One', state: 'actief' }]);
    await expect(ask('POST', '/api/updateJob/7', json({ status: 'closed' }))).rejects.toMatchObject({
      status: 422,
      fields: { status: ['The content server does not store this.'] },
    });
    expect(await ask('GET', '/api/getJobs?status=closed')).toMatchObject({ body: { data: { data: [] } } });
    expect(asked).toEqual([]);
    expect(await ask('GET', '/api/getJobs?status=open')).toMatchObject({ body: { data: { total: 1 } } });
    await ask('POST', '/api/updateJob/7', json({ title: 'Two', status: 'draft', city: 'Utrecht' }));
    expect(sent(1)).toEqual({ name: 'Two', state: 'brouwsel', town: 'Utrecht' });
  });

  it('has no folders, and nobody to whom a message is assigned', async () => {
    const query = { folder: null, assigned: null, order: null };
    const file = { preset: 'array', calls: { getMessages: { path: '/messages', query } } };
    const rows = ['new', 'archived'].map((status, id) => ({ id: id + 1, name: 'A', email: 'a@b.c', status }));
    const { asked, list } = hostThatSays(file, rows);
    const found = async (filter: string) =>
      (await list(`/api/getMessages?order=due&${filter}`)).map(({ id }) => id);
    expect(await found('')).toEqual([1, 2]);
    expect(await found('folder=inbox')).toEqual([1]);
    expect(await found('folder=spam')).toEqual([]);
    const before = asked.length;
    expect(await found('assigned=me')).toEqual([]);
    expect(asked).toHaveLength(before);
  });

  it('counts money in cents', async () => {
    const salary_min = { at: 'pay.from', format: 'cents' };
    const file = {
      preset: 'array',
      fields: { job: { title: 'name', salary_min } },
      calls: { singleJob: { path: '/jobs/{id}' }, addJob: { path: '/jobs', send: 'json' } },
    };
    const { ask, sent } = hostThatSays(file, { id: 1, name: 'One', pay: { from: 435 } });
    expect(await ask('GET', '/api/singleJob/1')).toMatchObject({ body: { data: { salary_min: 4.35 } } });
    await ask('POST', '/api/addJob', json({ title: 'One', salary_min: '4.35' }));
    expect(sent(1)).toEqual({ name: 'One', pay: { from: 435 } });
  });

  it('gets the reference of a form that waited where its file names it', async () => {
    const calls = {
      applyJobFor: { path: '/apply/{id}', body: { name: 'name', reference: 'external_id' }, send: 'json' },
      contactUs: { path: '/write', body: { name: 'name' }, add_body: { note: 'Our number: {reference}' } },
    };
    const { ask, asked } = hostThatSays({ calls }, {});
    const waited = { ...json({ name: 'Ada' }), headers: { 'x-intake-reference': 'APP-7' } };
    await ask('POST', '/api/applyJob/7', waited);
    await ask('POST', '/api/contactUs', waited);
    await ask('POST', '/api/applyJob/7', json({ name: 'Ada' }));
    expect(asked.map((each) => JSON.parse(sentOf(each)))).toEqual([
      { name: 'Ada', external_id: 'APP-7' },
      { name: 'Ada', note: 'Our number: APP-7' },
      { name: 'Ada' },
    ]);
  });

  it('leaves out what is inside of null, and counts that visitors do not see: no place of these is called wrong', async () => {
    const warn = vi.fn();
    const file = {
      preset: 'array',
      calls: { singleJob: { path: '/jobs/{id}' }, singlePost: { path: '/posts/{id}' } },
      fields: {
        job: { applicants_count: 'n', city: 'town' },
        blog: { blog_image: 'cover.url', excerpt: 'x' },
      },
    };
    const record = { id: 1, title: 'One', blog_title: 'One', cover: null };
    const { ask } = hostThatSays(file, record, { warn });
    await ask('GET', '/api/singleJob/1');
    await ask('GET', '/api/singlePost/1');
    expect(warn.mock.calls.map(([{ place }]) => place)).toEqual(['fields.job.city', 'fields.blog.excerpt']);
  });

  it('takes a change that the call itself says, without a body', async () => {
    const calls = { updateMessageStatus: { path: '/messages/{id}/read', body: {} } };
    const { ask, asked } = hostThatSays({ calls }, {});
    expect((await ask('POST', '/api/updateMessageStatus/7', json({ status: 'read' }))).status).toBe(200);
    expect(asked).toMatchObject([{ method: 'POST', headers: { 'content-length': '0' } }]);
    expect(asked[0]?.body).toBeUndefined();
  });

  it('refuses a part of a field, which is then the error of the whole field', async () => {
    const file = {
      fields: { applicant: { name: { at: ['nombre', 'apellidos'], join: ' ' } } },
      calls: { applyJobFor: { path: '/apply/{id}', body: { name: 'nombre' } } },
    };
    const body = { errors: { apellidos: ['Es obligatorio.'] } };
    const { ask } = hostOf(file, () => ({ status: 422, body }));
    expect(await ask('POST', '/api/applyJob/7', form({ name: 'Marta' }))).toMatchObject({
      body: { errors: { name: ['Es obligatorio.'] } },
    });
  });
});
