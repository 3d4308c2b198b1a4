import { type Answers, type Given, startHost, token } from './unknown-host.ts';

/**
 * Starts a WordPress site with a post type and a taxonomy for projects, and the usual token plugin. Its media are in
 * the uploads folder. With `replaces` a change empties what it does not send.
 */
export async function startWordpressHost({ replaces = false } = {}) {
  const media: { id: number; type: string; disposition: string; body: string }[] = [];
  const row = (id: number, title: string, more: object = {}) => ({
    id,
    date: `2026-05-0${id % 9}T12:00:00`,
    date_gmt: `2026-05-0${id % 9}T10:00:00`,
    modified_gmt: '2026-06-01T10:00:00',
    status: 'publish',
    link: `https://site.example/?p=${id}`,
    featured_media: 9,
    title: { rendered: title },
    content: { rendered: `<p>${title}</p>` },
    excerpt: { rendered: `<p>${title} …</p>` },
    ...more,
  });
  const posts = [1, 2, 3].map((id) => row(id, `Post ${id}`, id === 3 ? { status: 'draft' } : {}));
  const works = [11, 12, 13].map((id) =>
    row(id, `Work ${id}`, { project_category: [id === 13 ? 2 : 1], menu_order: id }),
  );
  const people = [21, 22].map((id) => row(id, `Person ${id}`, { acf: { role: 'Editor' } }));
  const terms = [1, 2].map((id) => ({ id, name: `Field ${id}`, count: id }));
  const no = (status: number, code: string): Given => ({
    status,
    body: { code, message: 'Sorry.', data: { status } },
  });
  const shown = (query: URLSearchParams, each: object) => {
    const { featured_media: id = 0 } = each as { featured_media?: number };
    const picture = { id, source_url: `/wp-content/uploads/${id}.png` };
    return query.has('_embed') && id ? { ...each, _embedded: { 'wp:featuredmedia': [picture] } } : each;
  };
  const pageOf = (query: URLSearchParams, all: readonly object[]): Given => {
    const page = Number(query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(all.length / 2));
    if (page > last) return no(400, 'rest_post_invalid_page_number');
    const headers = { 'x-wp-total': String(all.length), 'x-wp-totalpages': String(last) };
    return { headers, body: all.slice(page * 2 - 2, page * 2).map((each) => shown(query, each)) };
  };
  const one =
    (rows: readonly { id: number }[]) =>
    (query: URLSearchParams, _headers: unknown, _body: string, id: string) => {
      const found = rows.find((each) => String(each.id) === id);
      return found ? { body: shown(query, found) } : no(404, 'rest_post_invalid_id');
    };
  const isMe = ({ authorization }: Record<string, unknown>) => authorization === `Bearer ${token}`;
  const v2 = '/wp-json/wp/v2';
  const routes = [
    '/wp/v2/posts',
    '/wp/v2/categories',
    '/wp/v2/project',
    '/wp/v2/project_category',
    '/wp/v2/team',
    '/jwt-auth/v1/token',
  ];
  const answers: Answers = {
    'GET /': () => ({ body: {} }),
    'GET /wp-json': () => ({
      body: { namespaces: ['wp/v2'], routes: Object.fromEntries(routes.map((each) => [each, {}])) },
    }),
    'POST /wp-json/jwt-auth/v1/token': () => ({
      body: { token, user_email: 'ada@example.com', user_display_name: 'Ada' },
    }),
    [`GET ${v2}/posts`]: (query, headers) => {
      if (query.get('status') === 'any' && !isMe(headers)) return no(400, 'rest_invalid_param');
      return pageOf(
        query,
        query.get('status') === 'any' ? posts : posts.filter(({ status }) => status === 'publish'),
      );
    },
    [`GET ${v2}/posts/*`]: one(posts),
    [`GET ${v2}/project`]: (query) => {
      const term = Number(query.get('project_category'));
      return pageOf(
        query,
        works.filter(
          (each) =>
            !term || (each as unknown as { project_category: number[] }).project_category.includes(term),
        ),
      );
    },
    [`GET ${v2}/project/*`]: one(works),
    [`GET ${v2}/project_category`]: (query) => pageOf(query, terms),
    [`GET ${v2}/project_category/*`]: one(terms),
    [`GET ${v2}/team`]: (query) => pageOf(query, people),
    [`GET ${v2}/team/*`]: one(people),
    [`POST ${v2}/posts`]: (_query, headers, body) => {
      if (!isMe(headers)) return no(401, 'rest_cannot_create');
      const { title, content, status, featured_media } = JSON.parse(body);
      posts.unshift(
        row(20, title, { status, featured_media: featured_media ?? 0, content: { rendered: content } }),
      );
      return { status: 201, body: posts[0] };
    },
    [`POST ${v2}/posts/*`]: (_query, headers, body, id) => {
      const found = posts.find((each) => isMe(headers) && String(each.id) === id);
      if (!found) return no(404, 'rest_post_invalid_id');
      const { title, content: _content, ...more } = JSON.parse(body);
      Object.assign(found, replaces && { featured_media: 0 }, more, { title: { rendered: title } });
      return { body: found };
    },
    [`DELETE ${v2}/posts/*`]: (_query, headers, _body, id) => {
      const found = posts.findIndex((each) => isMe(headers) && String(each.id) === id);
      return found < 0 ? no(404, 'rest_post_invalid_id') : { body: posts.splice(found, 1)[0] };
    },
    [`POST ${v2}/media`]: (_query, headers, body) => {
      const [type, disposition] = [String(headers['content-type']), String(headers['content-disposition'])];
      if (!isMe(headers) || !/^image\//.test(type) || !/^attachment; filename="/.test(disposition))
        return no(400, 'rest_upload_no_content_disposition');
      media.push({ id: 40 + media.length, type, disposition, body });
      return { status: 201, body: { id: 39 + media.length } };
    },
    'GET /wp-content/uploads/*': () => ({ headers: { 'content-type': 'image/png' } }),
  };
  const host = await startHost(answers, no(404, 'rest_no_route'));
  return { ...host, posts, media };
}
