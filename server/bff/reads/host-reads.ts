import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import { richTextSummary } from '#shared/rich-text.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { AppError } from '../../errors.ts';
import { slice } from '../answers.ts';
import { type Capabilities, callMissing } from '../capabilities.ts';
import { unusableAnswer } from '../upstream/answers.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { createConformAnswers, fetchRead, type ReadAnswer, type ReadRequest } from './fetch-read.ts';
import { Json } from './present.ts';

/**
 * Reads a row of the contract from the host; if the host lacks the row's call, through other calls that it has.
 * Rejects like `fetchRead`.
 */
export type ReadHost = (wanted: ReadRequest) => Promise<ReadAnswer>;

/**
 * Creates reads for hosts that support only a part of the contract's reads. A call that is known to be missing is not
 * made again for visitors, and rejects with 404 `host.callMissing`. Active posts are found through the call for all
 * posts, which every host has. For visitors, parts of an answer that violate the contract are removed.
 */
export function createHostReads(
  upstream: Upstream,
  capabilities: Capabilities,
  options?: ActivePostsOptions,
): ReadHost {
  const activePosts = createActivePosts(upstream, options);
  const fitting = createConformAnswers(options?.log);

  async function ask(wanted: ReadRequest) {
    const { row } = wanted;
    if (row.access === 'public' && !capabilities.has(row)) throw callMissing();
    try {
      const answer = await fetchRead(upstream, wanted);
      if (capabilities.isMissing(row, answer.status, messageOf(answer))) throw callMissing();
      return answer;
    } catch (error) {
      if (error instanceof AppError && error.code !== 'host.callMissing') {
        const asked = wanted.headers['x-request-id'];
        if (asked !== undefined) error.askedAs ??= asked;
        if (capabilities.isMissing(row, error.status)) throw callMissing();
      }
      throw error;
    }
  }

  return async (wanted) => {
    const { row, headers } = wanted;
    const asked = ask(wanted);
    const answer = await (row.name === contract.activeBlogs.name
      ? asked.catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'host.callMissing') return activePosts(wanted);
          throw error;
        })
      : asked);
    if (row.name === contract.singlePost.name && !headers.authorization) assertActive(answer);
    return fitting(row, answer);
  };
}

/** Returns the message of a refusal, if it has one. */
function messageOf({ status, body }: ReadAnswer) {
  return status >= 400 && isRecord(body?.value) ? body.value.message : undefined;
}

/** Throws 404 for an inactive post, so that visitors do not see the post even if the host would show it. */
function assertActive({ status, body }: ReadAnswer) {
  const { data } = (body?.value ?? {}) as { data?: { is_active?: unknown } | null };
  if (status < 300 && data && [0, '0', false].includes(data.is_active as never))
    throw new AppError('blog.notFound', 404);
}

/**
 * How long the found posts are cached, in milliseconds. They are cached because reading a list of ten pages takes ten
 * calls to the host.
 */
const keptMs = 30_000;
/**
 * How long the search for active posts may take, in milliseconds. The search may continue after the page that started
 * it was sent; its result is then ready for the next page.
 */
const searchMs = 20_000;
/** Maximum number of pages of the host's list that are searched. The posts of a studio are expected to fill fewer. */
const maxPages = 30;

type Post = Record<string, unknown>;

interface ActivePostsOptions {
  /**
   * Returns a number that increases with every admin write through this server. A search made before the last write
   * is repeated.
   */
  generation?: () => number;
  log?: Pick<Logger, 'warn'>;
}

const postsPage = z.object({ data: pageOf(z.record(z.string(), z.unknown())) });

/**
 * Answers `activeBlogs` for a host that has only the call for all posts. The call is made without a token, so that a
 * host that requires one shows visitors no posts. Returns only the host's active posts, in the host's order and
 * divided into pages again, so that no page is half empty and the page count is right. Rejects with AppError.
 */
function createActivePosts(
  upstream: Upstream,
  { generation = () => 0, log }: ActivePostsOptions = {},
): ReadHost {
  /** The posts by generation. */
  const kept = new LRUCache<number, Promise<Post[]>>({ max: 1, ttl: keptMs });

  function posts(wanted: ReadRequest) {
    const now = generation();
    const found = kept.get(now) ?? findPosts(upstream, wanted, log);
    kept.set(now, found, { noUpdateTTL: true });
    found.catch(() => kept.delete(now));
    return found;
  }

  return async (wanted) => {
    const all = await posts(wanted);
    const page = Math.max(1, Number(new URLSearchParams(wanted.path.split('?', 2)[1]).get('page')) || 1);
    return {
      status: 200,
      headers: {},
      shared: true,
      body: new Json({ status: 1, data: slice(all, page) }),
    };
  };
}

/**
 * Finds every active post. Concurrent callers share one search, which continues even if the first caller stops
 * waiting.
 */
async function findPosts(upstream: Upstream, wanted: ReadRequest, log: ActivePostsOptions['log']) {
  const { authorization: _token, ...headers } = wanted.headers;
  const signal = AbortSignal.timeout(searchMs);
  const found: Post[] = [];
  let last = 1;
  for (let page = 1; page <= Math.min(last, maxPages); page += 1) {
    const path = `${contract.blogs.path}?page=${page}`;
    const { rules } = wanted;
    const answer = await fetchRead(upstream, {
      row: contract.blogs,
      path,
      headers,
      rules,
      signal,
    });
    if (answer.status === 401 || answer.status === 403) return [];
    if (answer.status >= 400)
      throw new AppError(answer.status === 429 ? 'upstream.busy' : 'host.callMissing', answer.status);
    const { data, error } = postsPage.safeParse(answer.body?.value);
    if (error) throw unusableAnswer(error);
    found.push(...data.data.data.filter(isActive).map(listed));
    last = data.data.last_page;
  }
  if (last > maxPages)
    log?.warn(
      { pages: last, read: maxPages },
      'the API host has no call for active posts: the oldest are not shown',
    );
  return found;
}

/**
 * True for an active post; hosts write the value in different types. Posts with any other value are hidden from
 * visitors.
 */
export function isActive({ is_active }: { is_active?: unknown }) {
  return is_active === 1 || is_active === '1' || is_active === true;
}

/**
 * Returns a post as lists contain it, with only the beginning of its text: a whole text may include megabytes of
 * inline images.
 */
function listed(post: Post) {
  const { description } = post;
  return {
    ...post,
    is_active: 1,
    description: typeof description === 'string' ? richTextSummary(description) : '',
  };
}
