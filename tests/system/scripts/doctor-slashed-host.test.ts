// @module-tag deep/hosts: the doctor proposes host.json for a host with slashes
import { expect, it } from 'vitest';
import { type Answers, run, startHost, token } from './support/unknown-host.ts';

/**
 * A host without a document, that leads every path to the one with a slash at its end, knows articles by the words of their titles, and has
 * one list for visitors and for whoever is signed in.
 */
function wordyHost() {
  const all = ['One and all', 'Two-fold', 'Three'].map((title, index) => ({
    ...{ id: index + 1, title, slug: title.toLowerCase().replaceAll(' ', '-'), body: '<p>Once</p>' },
    ...{ is_published: index !== 1, created_at: `2026-05-0${index + 1}T10:00:00Z` },
  }));
  const services = [1, 2].map((id) => ({ id, name: `Service ${id}` }));
  const vacancies = [{ id: 4, title: 'Rigger', is_open: true, created_at: '2026-05-01T10:00:00Z' }];
  const isMe = (headers: Record<string, unknown>) => headers.authorization === `Token ${token}`;
  const pages = (rows: readonly object[]) => (query: URLSearchParams) =>
    Number(query.get('page') ?? 1) > 1
      ? { status: 404, body: { detail: 'Invalid page.' } }
      : { body: { count: rows.length, next: null, results: rows } };
  const takes =
    (...methods: string[]) =>
    () => ({ headers: { allow: methods.join(', ') } });
  const answers: Answers = {
    'GET /v1/articles/': (query, headers) =>
      pages(all.filter((each) => isMe(headers) || each.is_published))(query),
    'GET /v1/services/': pages(services),
    'GET /v1/services/1/': () => ({ body: services[0] }),
    'GET /v1/vacancies/': pages(vacancies),
    'GET /v1/vacancies/4/': () => ({ body: vacancies[0] }),
    'GET /v1/applications/': (query, headers) =>
      isMe(headers) ? pages([])(query) : { status: 401, body: { detail: 'No.' } },
    'GET /v1/contact-messages/': (query, headers) =>
      isMe(headers) ? pages([])(query) : { status: 401, body: { detail: 'No.' } },
    'OPTIONS /v1/vacancies/': takes('GET', 'POST'),
    'OPTIONS /v1/vacancies/4/': takes('GET', 'PATCH', 'DELETE'),
    'OPTIONS /v1/articles/one-and-all/': takes('GET', 'PATCH'),
    'OPTIONS /v1/contact-messages/': takes('GET', 'POST'),
    'OPTIONS /v1/auth/token/login/': takes('POST'),
    'POST /v1/auth/token/login/': () => ({ body: { auth_token: token } }),
    'POST /v1/auth/token/logout/': () => ({ status: 204 }),
  };
  for (const each of all)
    answers[`GET /v1/articles/${each.slug}/`] = (_query, headers) =>
      isMe(headers) || each.is_published ? { body: each } : { status: 404 };
  for (const line of Object.keys(answers)) {
    const [method = '', path = ''] = line.split(' ');
    answers[`${method} ${path.slice(0, -1)}`] ??= () =>
      method === 'POST' ? { status: 500 } : { status: 301, headers: { location: path } };
  }
  return startHost(answers);
}

it('a host that wants a slash, knows posts by words and shows drafts in the same list is understood without a document', async () => {
  const { url, asked } = await wordyHost();
  const { code, told, out } = await run(`${url}/v1`);
  expect(told()).toMatch(/^Ready: /m);
  expect(code).toBe(0);
  const file = JSON.parse(out());
  expect(file).toMatchObject({
    envelope: {
      ...{ message: 'detail', list: 'results', total: 'count' },
      // There is one page as yet.
      paging: { page: 'page', first: 1 },
    },
    token: { from: { body: 'auth_token' }, send: { header: 'Authorization', prefix: 'Token ' } },
    fields: { blog: { id: 'slug' } },
    calls: {
      login: { path: '/auth/token/login/' },
      logout: { path: '/auth/token/logout/' },
      blogs: { path: '/articles/' },
      singlePost: { path: '/articles/{id}/' },
      editBlog: { path: '/articles/{blog_id}/', method: 'PATCH' },
      getSingleCategory: { path: '/services/{id}/' },
      // Whoever may add jobs gets a list to work in.
      getJobs: { path: '/vacancies/' },
      addJob: { path: '/vacancies/' },
      getApplicants: { path: '/applications/' },
      contactUs: { path: '/contact-messages/' },
    },
  });
  expect(file.calls).not.toHaveProperty('getTeam');
  expect(told()).toContain('calls.getJobs: no list was found that shows drafts and closed jobs');
  expect(told()).not.toContain('drafts cannot be edited once they are saved');
  // Once it is known, no path is asked for in vain.
  expect(asked.filter((line) => /^GET \/v1\/(services|vacancies|applications)$/.test(line))).toEqual([]);
});
