import { Readable } from 'node:stream';
import { matchContract } from '#shared/contract/match.ts';
import { adaptUpstream } from '../../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../../hosts/adapt/host-map.ts';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { readJson } from '../../../server/bff/upstream/json-answer.ts';
import { jsonBody } from '../../../server/bff/upstream/json-body.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../../server/bff/upstream/upstream.ts';
import type { Part } from '../../../server/forms/read-form.ts';

export type Given = { status?: number; body?: unknown; headers?: UpstreamAnswer['headers'] };

/** A host that is mapped by host.json, and the calls to it. */
export function hostOf(
  file: Record<string, unknown>,
  answer: (request: UpstreamRequest) => Given,
  log?: Parameters<typeof adaptUpstream>[2]['log'],
) {
  const asked: UpstreamRequest[] = [];
  const inner = {
    mayRefresh: () => true,
    request: async (wanted: UpstreamRequest) => {
      asked.push(wanted);
      const { status = 200, body, headers } = answer(wanted);
      const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
      return {
        status,
        headers: { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers },
        body: Readable.from([bytes], { objectMode: false }),
      };
    },
  } as unknown as Upstream;
  const text = JSON.stringify({
    version: 1,
    root: 'https://api.example/cms/v2',
    dates: { zone: 'Asia/Karachi' },
    ...file,
  });
  const upstream = adaptUpstream(inner, createHostMap(parseHostFile(text, 'host.json')), {
    mediaPaths: ['/storage'],
    ...(log && { log }),
  });
  const ask = async (method: string, path: string, rest: Partial<UpstreamRequest> = {}) => {
    const { row, params } = matchContract(method, path.split('?', 1)[0] ?? '');
    const given = await upstream.request({ method, path, row, params, headers: {}, ...rest });
    return { status: given.status, headers: given.headers, body: await readJson(given) };
  };
  return { ask, asked, upstream };
}

export const json = (value: unknown): Partial<UpstreamRequest> => ({
  headers: { 'content-type': 'application/json', authorization: 'Bearer t0ken' },
  json: jsonBody(value),
});

export const form = (
  texts: Record<string, string>,
  files: Record<string, string> = {},
): Partial<UpstreamRequest> => {
  const parts: Part[] = [
    ...Object.entries(texts).map(
      ([name, text]): Part => ({
        kind: 'text',
        name,
        source: Buffer.from(text),
        size: Buffer.byteLength(text),
      }),
    ),
    ...Object.entries(files).map(
      ([name, path]): Part => ({
        kind: 'file',
        name,
        fileName: 'a.png',
        type: 'image/png',
        source: path,
        size: 3,
      }),
    ),
  ];
  return { headers: { authorization: 'Bearer t0ken' }, form: { parts }, body: [] };
};

/** Names in a form, in order. */
export const sentOf = (request: UpstreamRequest | undefined) =>
  ((request?.body ?? []) as readonly (Buffer | { path: string })[])
    .map((piece) => (Buffer.isBuffer(piece) ? piece.toString() : `<${piece.path}>`))
    .join('');

export const posts = {
  preset: 'laravel_resource',
  calls: {
    blogs: { path: '/admin/posts', add_query: { per_page: 15 } },
    activeBlogs: { path: '/posts' },
    singlePost: { path: '/posts/{id}' },
    saveBlog: { path: '/posts' },
    editBlog: { path: '/posts/{blog_id}', add_body: { _method: 'PUT' } },
    deleteBlog: { method: 'DELETE', path: '/posts/{id}' },
    login: {
      path: '/auth/token',
      from: 'origin',
      body: { email: 'username', password: 'password' },
      add_body: { device_name: 'site' },
    },
  },
  fields: {
    blog: {
      blog_title: 'title',
      description: 'content.html',
      blog_image: { at: 'cover', base: 'https://cdn.example/posts/' },
      is_active: { at: 'state', values: { '1': 'published', '0': 'draft' } },
      created_at: 'published_at',
    },
  },
  media: { origins: { cdn: 'https://cdn.example', posts: 'https://cdn.example/posts' } },
};
