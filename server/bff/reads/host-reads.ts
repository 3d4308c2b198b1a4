import { contract } from '#shared/contract/index.ts';
import { isRecord } from '#shared/is-record.ts';
import { AppError } from '../../errors.ts';
import { type Capabilities, callMissing } from '../capabilities.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { type ActivePostsOptions, createActivePosts } from './active-posts.ts';
import { createConformAnswers } from './conform-answer.ts';
import { fetchRead, type ReadAnswer, type ReadRequest } from './fetch-read.ts';

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

  async function ask(wanted: ReadRequest): Promise<ReadAnswer> {
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

  async function read(wanted: ReadRequest): Promise<ReadAnswer> {
    if (wanted.row.name === contract.activeBlogs.name) {
      return ask(wanted).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'host.callMissing') return activePosts(wanted);
        throw error;
      });
    }
    if (wanted.row.name === contract.singlePost.name && !wanted.headers.authorization)
      return activeOnly(await ask(wanted));
    return ask(wanted);
  }

  return async (wanted) => fitting(wanted.row, await read(wanted));
}

/** Returns the message of a refusal, if it has one. */
function messageOf({ status, body }: ReadAnswer): unknown {
  return status >= 400 && isRecord(body?.value) ? body.value.message : undefined;
}

/** Throws 404 for an inactive post, so that visitors do not see the post even if the host would show it. */
function activeOnly(answer: ReadAnswer): ReadAnswer {
  const { data } = (answer.body?.value ?? {}) as { data?: { is_active?: unknown } | null };
  if (answer.status < 300 && data && [0, '0', false].includes(data.is_active as never)) {
    throw new AppError('blog.notFound', 404);
  }
  return answer;
}
