import { type Answers, type Given, startHost, token } from './unknown-host.ts';

const uuid = (number: number) => `3f2a0000-0000-4000-8000-00000000000${number}`;

/**
 * A host that answers the contract's calls below /backend/api in a different form: other envelope, ids, dates and
 * flags, a token in a custom header, pictures by their bare names, and a post title called headline.
 */
export function startContractLikeHost() {
  const posts = [1, 2, 3, 4, 5].map((number) => ({
    uuid: uuid(number),
    headline: `Post ${number}`,
    description: '<p>Once <img src="/backend/files/posts/in.png"></p>',
    blog_image: `${number}.png`,
    is_active: number !== 4,
    created_at: `2026-05-0${number} 10:00:00`,
  }));
  const categories = [1, 2].map((number) => ({
    uuid: uuid(number),
    title: `Field ${number}`,
    image: `/backend/files/c${number}.png`,
    tech_img: [{ uuid: uuid(7), image: '/backend/files/t.png' }],
  }));
  const ok = (payload: unknown): Given => ({ body: { ok: true, payload } });
  const no = (status: number): Given => ({ status, body: { ok: false, error: { text: 'Not so.' } } });
  const page = (query: URLSearchParams, rows: readonly unknown[]) => {
    const number = Number(query.get('page') ?? 1);
    const some = rows.slice(number * 2 - 2, number * 2);
    return ok({ rows: some, page: number, pages: Math.ceil(rows.length / 2), count: rows.length });
  };
  const isMe = (headers: Record<string, unknown>) => headers['x-auth-token'] === token;
  const find = <Row extends { uuid: string }>(rows: readonly Row[], id: string) =>
    rows.find((row) => row.uuid === id);
  const field = (body: string, name: string) =>
    new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(body)?.[1] ?? '';
  const answers: Answers = {
    'POST /backend/api/login': (_query, _headers, body) =>
      body.includes('correct horse')
        ? ok({ session: { accessToken: token }, user: { name: 'Ada' } })
        : no(401),
    'POST /backend/api/logout': () => ok({}),
    'GET /backend/api/getProjectCategory': (query) => page(query, categories),
    'GET /backend/api/getSingleCategory/*': (_query, _headers, _body, id) => {
      const found = find(categories, id);
      return found ? ok(found) : no(404);
    },
    'GET /backend/api/blogs': (query, headers) => (isMe(headers) ? page(query, posts) : no(401)),
    'GET /backend/api/activeBlogs': (query) =>
      page(
        query,
        posts.filter((post) => post.is_active),
      ),
    'GET /backend/api/singlePost/*': (_query, _headers, _body, id) => {
      const found = find(posts, id);
      return found ? ok(found) : no(404);
    },
    'POST /backend/api/saveBlog': (_query, headers, body) => {
      if (!isMe(headers) || !field(body, 'headline')) return no(422);
      const [description, is_active] = [field(body, 'description'), field(body, 'is_active') === 'true'];
      posts.unshift({
        uuid: uuid(9),
        headline: field(body, 'headline'),
        description,
        is_active,
        blog_image: '1.png',
        created_at: '2026-06-01 10:00:00',
      });
      return ok({ uuid: uuid(9) });
    },
    'POST /backend/api/editBlog': (_query, headers, body) => {
      const found = isMe(headers) && find(posts, field(body, 'blog_id'));
      if (!found) return no(404);
      found.headline = field(body, 'headline');
      return ok({});
    },
    'POST /backend/api/deleteBlog/*': (_query, headers, _body, id) => {
      const found = posts.findIndex((post) => post.uuid === id);
      if (!isMe(headers) || found < 0) return no(404);
      posts.splice(found, 1);
      return ok({});
    },
    'HEAD /backend/files/posts/*': () => ({ headers: { 'content-type': 'image/png' } }),
  };
  return startHost(answers, no(404));
}
