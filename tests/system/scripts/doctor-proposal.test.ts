// @module-tag deep/hosts: the doctor proposes host.json for foreign hosts
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, startHost, token } from './support/unknown-host.ts';
import { startWordpressHost } from './support/wordpress-host.ts';

it('a host that follows the contract needs no proposal, and is told how it is checked', async () => {
  const { url } = await startHost({
    'GET /api/getProjectCategory': () => ({ body: { data: { data: [] } } }),
  });
  await expect(run(url)).rejects.toThrow(
    `follows the contract below /api and needs no proposal: check it with UPSTREAM_URL=${url} `,
  );
});

it('a WordPress site is known by its index: its own types, the sign-in of its plugin, drafts, and writes as documented', async () => {
  const { url, asked, posts, media } = await startWordpressHost();
  const { code, out, told } = await run(url, { email: 'ada', 'try-writes': true });
  expect(told()).toMatch(/^Ready: /m);
  expect(code).toBe(0);
  expect(JSON.parse(out())).toMatchObject({
    root: `${url}/wp-json/wp/v2`,
    preset: 'array',
    dates: { zone: 'UTC', write: 'iso' },
    login_name: 'user_name',
    media: { paths: ['/wp-content'], upload: { path: '/media', send: 'raw' } },
    fields: {
      blog: {
        blog_title: 'title.rendered',
        is_active: { at: 'status', values: { 1: 'publish', 0: 'draft' } },
      },
      project: { category_id: 'project_category.0', images: '_embedded.wp:featuredmedia' },
      project_image: { image: 'source_url' },
    },
    calls: {
      login: { path: '/wp-json/jwt-auth/v1/token', from: 'origin', body: { email: 'username' } },
      blogs: { path: '/posts', add_query: { _embed: '1', status: 'any' } },
      getProjects: { path: '/project', query: { id: 'project_category' } },
      getProjectCategory: { path: '/project_category' },
      saveBlog: {
        path: '/posts',
        send: 'json',
        body: { blog_title: 'title', description: 'content', is_active: 'status' },
        uploads: { blog_image: 'featured_media' },
      },
      addProject: { uploads: { images: 'featured_media' } },
      addTeamMember: { body: { designation: 'acf.role' } },
      deleteBlog: { method: 'DELETE', path: '/posts/{id}' },
      deleteProjectCategory: { add_query: { force: 'true' } },
    },
  });
  expect(told()).toContain(' begins with the oldest record');
  expect(JSON.parse(out()).calls.updateProject).not.toHaveProperty('uploads');
  expect(media).toMatchObject([{ type: 'image/png', body: expect.stringContaining('PNG') }]);
  expect(told()).toMatch(/✓ there +its picture +draft-of-the-doctor\.png stays in its media/);
  expect(told()).toMatch(/✓ there +POST \/api\/saveBlog +tried/);
  for (const step of ['find it', 'change it', 'read it as it was changed', 'delete it'])
    expect(told()).toMatch(new RegExp(`✓ there +${step}`));
  expect(posts.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(asked.filter((line) => /posts\/20/.test(line) && line.startsWith('DELETE'))).toHaveLength(1);
});

it('a change that empties what it does not send is named, with what is lost', async () => {
  const { url } = await startWordpressHost({ replaces: true });
  const { told } = await run(url, { email: 'ada', 'try-writes': true });
  expect(told()).toMatch(
    /✗ wrong +read it as it was changed +the change emptied blog_image: .*\{"resend":\{"featured_media":"featured_media"\}\}/,
  );
});

it('a list with a slash at its end, a sign-in that names its field, another word before the token, and writes that OPTIONS allows (Django REST framework)', async () => {
  const rows = [1, 2].map((id) => ({
    id,
    title: `Post ${id}`,
    body: '<p>Once</p>',
    is_published: id === 1,
    cover: { id: 70 + id, url: `/files/${id}.png` },
  }));
  const allow = (methods: string) => () => ({ status: 204, headers: { allow: methods } });
  const { url } = await startHost({
    'GET /posts': () => ({ status: 301, headers: { location: '/posts/' } }),
    'GET /posts/': (_query, { authorization }) => {
      const results = authorization === `Token ${token}` ? rows : rows.slice(0, 1);
      return { body: { count: results.length, next: null, results } };
    },
    'GET /posts/1/': () => ({ body: rows[0] }),
    'OPTIONS /posts/': allow('GET, POST'),
    'OPTIONS /posts/1/': allow('GET, PATCH, DELETE'),
    'POST /token/': (_query, _headers, body) =>
      body.includes('username')
        ? { body: { token } }
        : { status: 400, body: { username: ['This field is required.'] } },
  });
  const { out, told } = await run(url, { login: '/token/', email: 'ada@example.com' });
  expect(JSON.parse(out())).toMatchObject({
    envelope: { list: 'results' },
    token: { send: { header: 'Authorization', prefix: 'Token ' } },
    calls: {
      login: { path: '/token/', body: { email: 'username', password: 'password' } },
      activeBlogs: { path: '/posts/' },
      singlePost: { path: '/posts/{id}/' },
      saveBlog: {
        '//': expect.stringContaining('OPTIONS allows it'),
        path: '/posts/',
        send: 'json',
        body: { blog_title: 'title', description: 'body', is_active: 'is_published' },
      },
      editBlog: { method: 'PATCH', path: '/posts/{blog_id}/' },
      deleteBlog: { method: 'DELETE', path: '/posts/{id}/' },
    },
  });
  // The picture is sent separately and referred to by its id, so it is not in the form.
  expect(JSON.parse(out()).calls.saveBlog.body).not.toHaveProperty('blog_image');
  expect(told()).toContain('set media.upload and "uploads"');
});

it('a host of other words and habits: ids by another name, days before months, pages by cursor, and a sign-in that does not say what it lacks', async () => {
  const posts = [2, 1].map((num) => ({
    num,
    titular: `Noticia ${num}`,
    entradilla: 'Corta',
    texto: '<p>Hola</p>',
    publicada: num === 1,
    portada: `/media/${num}.png`,
    fecha: `3${num - 1}/12/2025`,
  }));
  const jobs = [{ ref: 'a-1', puesto: 'Diseño', area: 'Web', contrato: 'fijo' }];
  const { url, asked } = await startHost({
    'GET /noticias': (_query, { authorization }) => ({
      body: {
        exito: true,
        lista: authorization ? [...posts, { ...posts[1], num: 3 }] : posts,
        siguiente: 'x1',
      },
    }),
    'GET /noticias/*': (_query, _headers, _body, id) => ({
      body: { exito: true, dato: posts.find(({ num }) => String(num) === id) },
    }),
    'GET /empleos': () => ({
      body: { exito: true, lista: jobs.map(({ ref, ...job }) => ({ ...job, xy: ref })) },
    }),
    'POST /entrar': (_query, _headers, body) => {
      const { usuario, clave } = JSON.parse(body);
      if (!usuario || !clave) return { status: 400, body: { exito: false, mensaje: 'Faltan datos' } };
      const isRight = clave === 'correct horse';
      return isRight ? { body: { ficha: token } } : { status: 401, body: { mensaje: 'No' } };
    },
  });
  const flags = { posts: ['/noticias'], jobs: ['/empleos'], login: '/entrar', email: 'ana' };
  const { out, told, again } = await run(url, flags);
  expect(JSON.parse(out())).toMatchObject({
    '//': [
      expect.stringMatching(
        /^--jobs: .* name the field of the id with --id; the rows have puesto, area, contrato, xy\.$/,
      ),
      expect.stringContaining('envelope.paging: GET /noticias has more rows behind siguiente'),
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ],
    dates: { read: 'dmy' },
    fields: {
      blog: {
        id: 'num',
        blog_title: 'titular',
        excerpt: 'entradilla',
        description: 'texto',
        blog_image: 'portada',
        is_active: 'publicada',
        created_at: 'fecha',
      },
    },
    calls: {
      login: { body: { email: 'usuario', password: 'clave' } },
      activeBlogs: { keep: { is_active: 1 } },
    },
    token: { from: { body: 'ficha' }, send: 'bearer' },
  });
  expect(told()).toMatch(/^Not ready/m);
  expect(told()).not.toMatch(/ activeBlogs .*more rows/);
  expect(await again({ ...flags, id: 'xy' })).toBe(1);
  const job = JSON.parse(out().slice(out().indexOf('\n}\n{') + 2)).fields.job;
  expect(job).toMatchObject({ id: 'xy', title: 'puesto', department: 'area' });
  expect(job['//'].join()).toMatch(/not used: contrato: "fijo",.*employment_type \| FULL_TIME \| PART_TIME/);

  asked.length = 0;
  const refused = await run(url, { ...flags, 'login-fields': 'usuario,clave' }, 'wrong');
  expect(refused.told()).toContain('POST /entrar with usuario, clave answered 401: {"mensaje":"No"}');
  expect(refused.told()).not.toMatch(/set ADMIN_EMAIL/);
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /entrar']);
});

it('lists and a sign-in of Spanish names are found without being named, and a field that decides what visitors see is asked for with its line', async () => {
  const { url } = await startHost({
    'GET /api/noticias': () => ({ body: { datos: [{ id: 1, titulo: 'Uno', cuerpo: '<p>x</p>' }] } }),
    'GET /api/proyectos': () => ({ body: { datos: [{ id: 1, titulo: 'Obra', servicio_id: 3 }] } }),
    'GET /api/servicios': () => ({ body: { datos: [{ id: 3, nombre: 'Web' }] } }),
    'GET /api/empleos': () => ({ body: { datos: [{ id: 4, puesto: 'Diseño' }] } }),
    'POST /api/entrar': () => ({ body: { ficha: token } }),
    'POST /api/salir': () => ({ status: 204 }),
  });
  const { out } = await run(url);
  expect(JSON.parse(out())).toMatchObject({
    root: `${url}/api`,
    '//': expect.arrayContaining([
      expect.stringMatching(
        /^fields\.blog\.is_active: .* add "is_active": \{"at":"…","values":\{"0":"…","1":"…"\}\} to fields\.blog/,
      ),
      expect.stringMatching(/^fields\.job\.status: .*"open":"…"/),
    ]),
    fields: { blog: { blog_title: 'titulo' }, project: { category_id: 'servicio_id' } },
    calls: {
      activeBlogs: { path: '/noticias' },
      getProjects: { path: '/proyectos', keep: { category_id: '{id}' } },
      getProjectCategory: { path: '/servicios' },
      jobs: { path: '/empleos' },
      login: { path: '/entrar' },
      logout: { path: '/salir' },
    },
  });
});

it.each([
  [
    'OpenAPI',
    '/openapi.json',
    { servers: [{ url: '/v2' }], paths: { '/blog/articulos': {}, '/acceso/token': {} } },
  ],
  [
    'an index of its lists',
    '/',
    { enlaces: { articulos: '/v2/blog/articulos', entrar: '/v2/acceso/token' } },
  ],
])('the paths that %s names are read first', async (_name, path, document) => {
  const { url } = await startHost({
    [`GET ${path}`]: () => ({ body: document }),
    'GET /v2/blog/articulos': () => ({ body: [{ id: 1, titulo: 'Uno', cuerpo: '<p>x</p>' }] }),
    'POST /v2/acceso/token': () => ({ body: { token } }),
  });
  const { out } = await run(url);
  expect(JSON.parse(out())).toMatchObject({
    root: `${url}/v2/blog`,
    calls: { activeBlogs: { path: '/articulos' }, login: { path: '/v2/acceso/token', from: 'origin' } },
  });
});

it('a host that says nothing of its pages: those of its longest list count for shorter ones', async () => {
  const pages = (count: number) => (query: URLSearchParams) => {
    const rows = Array.from({ length: count }, (_, at) => ({ id: at + 1, title: 'One', body: '<p>x</p>' }));
    const start = 3 * (Number(query.get('page') ?? 1) - 1);
    return { body: { items: rows.slice(start, start + 3) } };
  };
  const { url } = await startHost({ 'GET /posts': pages(5), 'GET /categories': pages(2) });
  const { out, told } = await run(url);
  expect(JSON.parse(out()).envelope).toMatchObject({ list: 'items', paging: { page: 'page', size: 3 } });
  expect(told()).toMatch(/✓ there +GET \/api\/getProjectCategory /);
});

it('pages are proposed as the answers lead to the next: rows to skip for one list, a cursor for another', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: at + 1, title: `No ${at + 1}`, status: 'open' }));
  const { url } = await startHost({
    'GET /posts': (query) => {
      const start = Number(query.get('offset') ?? 0);
      const next = start + 3 < 7 ? `http://host.invalid/posts?limit=3&offset=${start + 3}` : null;
      return { body: { count: 7, next, results: rows(7).slice(start, start + 3) } };
    },
    'GET /jobs': (query) => {
      const start = Number(query.get('apres')?.slice(1) ?? 0);
      const suivant = start + 2 < 5 ? `k${start + 2}` : null;
      return { body: { suivant, results: rows(5).slice(start, start + 2) } };
    },
  });
  const { out } = await run(url);
  expect(JSON.parse(out())).toMatchObject({
    envelope: { paging: { offset: 'offset', limit: 'limit', size: 3 } },
    fields: { job: { status: { values: { open: 'open', closed: 'closed' } } } },
    calls: { jobs: { envelope: { paging: { cursor: 'apres', next: 'suivant' } } } },
  });
});

it('a name in two parts is one name here, and a picture that a host sends for GET alone is a picture', async () => {
  const { url } = await startHost({
    'GET /posts': () => ({ body: [{ id: 1, title: 'One', cover: '/files/a.png' }] }),
    'GET /files/a.png': () => ({ headers: { 'content-type': 'image/png' } }),
    'GET /team': () => ({ body: [{ id: 1, voornaam: 'Ada', achternaam: 'King', functie: 'Maker' }] }),
  });
  const { out, told } = await run(url);
  expect(told()).toMatch(/✓ there +\/files\/a\.png +image\/png/);
  expect(JSON.parse(out()).fields.team_member).toMatchObject({
    name: { at: ['voornaam', 'achternaam'], join: ' ' },
    designation: 'functie',
  });
});

it('a host whose words for pages and for the token nobody knows', async () => {
  const posts = Array.from({ length: 6 }, (_, at) => ({
    id: at + 1,
    title: `Post ${at + 1}`,
    body: '<p>x</p>',
  }));
  const pageBy =
    (word: string, posts: object[]) => (query: URLSearchParams, headers: Record<string, unknown>) => {
      const all =
        headers['x-avain'] === token ? [...posts, { id: 9, title: 'Draft', body: '<p>x</p>' }] : posts;
      const sivu = Number(query.get(word) ?? 1);
      const rivit = all.slice(4 * (sivu - 1), 4 * sivu);
      return {
        body: { tulos: { rivit, sivu, koko: 4, sivuja: Math.ceil(all.length / 4), kaikki: all.length } },
      };
    };
  const login = { 'POST /login': () => ({ body: { tulos: { avain: token, kuka: { nimi: 'Ada' } } } }) };
  const { url } = await startHost({
    ...login,
    'GET /posts': pageBy('sivu', posts),
    'GET /categories': pageBy('sivu', posts.slice(0, 2)),
  });
  const { out, told } = await run(url, { posts: ['/posts', '/posts?kaikki=1'] });
  const numbers = { page: 'sivu', per_page: 'koko', last_page: 'sivuja', total: 'kaikki' };
  expect(JSON.parse(out())).toMatchObject({
    envelope: {
      list: 'tulos.rivit',
      ...Object.fromEntries(Object.entries(numbers).map(([name, word]) => [name, `tulos.${word}`])),
      paging: { page: 'sivu', first: 1 },
    },
    token: { from: { body: 'tulos.avain' }, send: { header: 'X-Avain' } },
    calls: {
      blogs: { add_query: { kaikki: '1' } },
      getSingleCategory: { in: 'getProjectCategory' },
    },
  });
  expect(told()).toMatch(/✓ there +GET \/api\/getProjectCategory /);

  const hidden = await startHost({ 'GET /posts': pageBy('unknown', posts) });
  const { told: toldOfPart } = await run(hidden.url);
  expect(toldOfPart()).toMatch(/✗ wrong +host\.json: envelope\.paging +the API host has more rows/);
  expect(toldOfPart()).toMatch(/^Not ready/m);
});

it('what a host lacks is named, and nothing is called ready that nobody has seen', async () => {
  const { url, asked } = await startHost({
    'GET /posts': () => ({
      body: {
        data: [{ id: 1, zz: 'One', body: '<p>x</p>', cover: 'a.png', created: '2026-05-01T10:00:00Z' }],
        next_cursor: 'abc',
      },
    }),
    'GET /posts/1': () => ({ body: { id: 1, zz: 'One', body: '<p>x</p>' } }),
    'POST /login': () => ({ status: 401, body: { message: 'Wrong: correct horse' } }),
    'OPTIONS /login': () => ({ status: 204, headers: { allow: 'POST' } }),
  });
  const { code, out, told } = await run(url);
  expect(code).toBe(1);
  for (const words of [
    'POST /login with email, password answered 401',
    'Not ready',
    'data.data.0.blog_title',
    'no open positions are listed anywhere',
  ])
    expect(told()).toContain(words);
  expect(told()).not.toContain('correct horse');
  expect(JSON.parse(out())).toMatchObject({
    fields: { blog: { '//': expect.arrayContaining([expect.stringContaining('not used: zz: "One"')]) } },
    calls: { activeBlogs: { path: '/posts' } },
  });
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /login']);
});

it('nothing is asked of another origin, neither by a redirect nor by an address in an answer', async () => {
  const other = await startHost({});
  const { url } = await startHost({
    'GET /': () => ({ status: 302, headers: { location: `${other.url}/x` } }),
  });
  await expect(run(url)).rejects.toThrow('redirects to another origin are not followed');
  const pictured = await startHost({
    'GET /posts': () => ({
      body: [{ id: 1, title: 'One', body: `<p><img src="${other.url}/a.png"></p>` }],
    }),
  });
  const { told: more } = await run(pictured.url);
  expect(more()).toContain(`${other.url} `);
  expect(other.asked).toEqual([]);
});

it('the file is for its owner alone, also in place of one that was not', async () => {
  const { url } = await startHost({
    'GET /posts': () => ({ body: [{ id: 1, title: 'One', body: '<p>x</p>' }] }),
  });
  const { again, dataDir } = await run(url);
  const file = join(dataDir, 'host.json');
  await writeFile(file, '{}', { mode: 0o644 });
  await again({ write: true, force: true });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
