import { serve } from './listen.ts';

/**
 * The API host of the loads: constant answers, without delay. It reads every body to its end and discards it. By the
 * end of the path: `getProjectCategory?page=1` and most others have 2 kB, pages from 100,000 on have 200 kB without
 * rich text; `singlePost/1` is short, `singlePost/2` has 60 kB of rich text; any other post has 4.5 MB of markup that
 * is unique to it.
 */
const small = envelope(list(2_000));
const large = envelope(list(200_000));
const short = envelope(post(1, '<p>Short <strong>text</strong></p>'));
const long = envelope(post(2, '<p>One of many <em>paragraphs</em> of text.</p>'.repeat(1_330)));
const markup = '<p><b>a</b><i>b</i><a href="/c">d</a></p>'.repeat(110_000);
const token = envelope({ token: 'token-of-the-bench-0123456789' });
const done = envelope({ id: 1 });

serve((req, res) => {
  req.resume();
  req.once('end', () => {
    const body = answerTo(req.method, req.url ?? '/');
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body);
  });
});

function answerTo(method = 'GET', url: string): Buffer {
  const post = /^\/api\/singlePost\/(\d+)/.exec(url)?.[1];
  if (post === '1') return short;
  if (post === '2') return long;
  if (post) return envelope(markupPost(Number(post)));
  if (url === '/api/login') return token;
  if (method !== 'GET') return done;
  return Number(/[?&]page=(\d+)/.exec(url)?.[1]) >= 100_000 ? large : small;
}

function markupPost(id: number): object {
  return post(id, `<p>Post ${id}</p>${markup}`);
}

function envelope(data: object): Buffer {
  return Buffer.from(JSON.stringify({ status: 1, ...('token' in data ? data : { data }) }));
}

function post(id: number, description: string): object {
  const stamps = { created_at: '2026-01-02T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
  return { id, blog_title: `Post ${id}`, description, blog_image: '/storage/a.png', is_active: 1, ...stamps };
}

/** Returns one page of a list, of about this many bytes. */
function list(bytes: number): object {
  const stamps = { created_at: '2026-01-02T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
  const row = { title: 'Film and moving pictures', image: '/storage/a.png', tech_img: [], ...stamps };
  const count = Math.round(bytes / (JSON.stringify(row).length + 10));
  const data = Array.from({ length: count }, (_, index) => ({ id: index + 1, ...row }));
  return { data, current_page: 1, last_page: 1_000_000, total: count, per_page: count };
}
