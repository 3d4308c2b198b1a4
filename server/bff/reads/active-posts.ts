import type { Logger } from 'pino';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { AppError } from '../../errors.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import type { GiveUpSignal, Upstream } from '../upstream/upstream.ts';
import { fetchRead, type ReadAnswer, type ReadRequest } from './fetch-read.ts';

/** How long the posts that were found are kept, in milliseconds: a list of ten pages is ten calls of the host. */
const keptMs = 30_000;
/** How long finding them may take: longer than one page waits, so that the next one has them. */
const searchMs = 20_000;
/** Pages of the host that are looked through; a studio does not write more. */
const maxPages = 30;

type Post = Record<string, unknown>;

export interface ActivePostsOptions {
  /** Changes with every admin write through this server: posts that were found before are looked for again. */
  generation?: () => number;
  log?: Pick<Logger, 'warn'>;
}

const postsPage = z.object({ data: pageOf(z.record(z.string(), z.unknown())) });

/**
 * Answers `activeBlogs` for a host that has only the call of all posts, asked without a token: its active posts in its order, put
 * into pages anew, so that a page is never half empty and the last page is the last. A host that wants a token for that call has no
 * posts for visitors. Rejects with AppError.
 */
export function createActivePosts(
  upstream: Upstream,
  { generation = () => 0, log }: ActivePostsOptions = {},
): (wanted: ReadRequest) => Promise<ReadAnswer> {
  let kept: { posts: Promise<Post[]>; until: number; generation: number } | undefined;

  function posts(wanted: ReadRequest): Promise<Post[]> {
    if (kept?.generation === generation() && performance.now() < kept.until) return kept.posts;
    const entry = {
      posts: findPosts(upstream, wanted, log),
      until: Number.POSITIVE_INFINITY,
      generation: generation(),
    };
    kept = entry;
    entry.posts.then(
      () => {
        entry.until = performance.now() + keptMs;
      },
      () => {
        if (kept === entry) kept = undefined;
      },
    );
    return entry.posts;
  }

  return async (wanted) => {
    const all = await Promise.race([posts(wanted), left(wanted.signal)]);
    const perPage = limits.pageSize;
    const page = Math.max(1, Number(new URLSearchParams(wanted.path.split('?', 2)[1]).get('page')) || 1);
    return {
      status: 200,
      headers: {},
      shared: true,
      body: {
        status: 1,
        data: {
          data: all.slice((page - 1) * perPage, page * perPage),
          current_page: page,
          last_page: Math.max(1, Math.ceil(all.length / perPage)),
          per_page: perPage,
          total: all.length,
        },
      },
    };
  };
}

/** Every active post; the search is for all who ask meanwhile, and goes on when the first of them leaves. */
async function findPosts(
  upstream: Upstream,
  wanted: ReadRequest,
  log: ActivePostsOptions['log'],
): Promise<Post[]> {
  const { authorization: _token, ...headers } = wanted.headers;
  const signal = AbortSignal.timeout(searchMs);
  const found: Post[] = [];
  let last = 1;
  for (let page = 1; page <= Math.min(last, maxPages); page += 1) {
    const path = `${contract.blogs.path}?page=${page}`;
    const { rules } = wanted;
    const answer = await fetchRead(upstream, {
      row: contract.blogs,
      method: 'GET',
      path,
      headers,
      rules,
      signal,
    });
    if (answer.status === 401 || answer.status === 403) return [];
    if (answer.status >= 400)
      throw new AppError(answer.status === 429 ? 'upstream.busy' : 'host.callMissing', answer.status);
    const { data, error } = postsPage.safeParse(answer.body);
    if (error) throw unusableAnswer(error);
    found.push(...data.data.data.filter(isActive).map(listed).map(frozen));
    last = data.data.last_page;
  }
  if (last > maxPages)
    log?.warn(
      { pages: last, read: maxPages },
      'the API host has no call of active posts: the oldest are not shown',
    );
  return found;
}

/** 1 in whatever spelling a host has for it; nothing else is shown to visitors. */
function isActive({ is_active }: Post): boolean {
  return is_active === 1 || is_active === '1' || is_active === true;
}

/** Lists carry the beginning of a text: a whole one may hold megabytes of inline images. */
function listed(post: Post): Post {
  const { description } = post;
  return {
    ...post,
    is_active: 1,
    description: typeof description === 'string' ? richTextSummary(description) : '',
  };
}

/** Frozen, since many readers share the same posts: none of them can change what the next one gets. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(Object.freeze(value))) frozen(part);
  }
  return value;
}

function left(signal: GiveUpSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const leave = () => reject(new AppError('request.aborted', 499));
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}
