import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { restoreSchema } from '#shared/schemas/trash.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { readJson } from '../../upstream/json-answer.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../upstream/upstream.ts';
import { jsonAnswer } from '../adapt/answers.ts';
import { assertNotNewer } from './conflict.ts';
import { kinds } from './kinds.ts';
import { putBack } from './put-back.ts';
import type { Keepsakes } from './store.ts';
import { createTaking, type FetchMedia } from './taking.ts';

export interface KeepOptions {
  keepsakes: Keepsakes;
  fetchMedia: FetchMedia;
  log: Pick<Logger, 'warn'>;
  now?: () => number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Undo, trash and the check for conflicts, in front of a host that has none of them (docs/architecture.md §5.27): what is deleted through
 * this site is read before, kept for `limits.trashDays`, and put back by the host's own calls. `has` tells which calls the host has.
 */
export function keepDeleted(
  upstream: Upstream,
  has: (row: Pick<ContractRow, 'name'>) => boolean,
  options: KeepOptions,
): Upstream {
  const { keepsakes, log, now = Date.now } = options;
  const taking = createTaking(upstream, has, options.fetchMedia);

  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const { row, params } = matchContract(wanted.method, wanted.path.split('?', 1)[0] ?? '');
    if (!row || !whoOf(wanted)) return upstream.request(wanted);
    if (row.name === contract.getTrash.name) return trashPage(wanted);
    if (row.name === contract.restoreDeleted.name) return restore(wanted);
    if (row.name === contract.eraseDeleted.name) return erase(wanted);
    const deleted = kinds.find((kind) => kind.deletes === row.name && has(contract[kind.adds]));
    if (deleted && params.id !== undefined) return remove(wanted, deleted, params.id);
    const changed = kinds.find((kind) => kind.changes === row.name);
    if (changed) await assertNotNewer(taking, changed, wanted, params.id);
    const answer = await upstream.request(wanted);
    if (row.name === contract.updateMessageStatus.name && answer.status < 300)
      await forgetWhoAsked(wanted, params.id);
    return answer;
  }

  async function remove(
    wanted: UpstreamRequest,
    kind: (typeof kinds)[number],
    id: string,
  ): Promise<UpstreamAnswer> {
    const keepsake = await taking.take(kind, id, wanted).catch((error: unknown) => {
      // What cannot be read can still be deleted; it cannot be undone then, and undo says so.
      log.warn({ err: error, call: kind.deletes }, 'what is being deleted at the API host could not be kept');
      return undefined;
    });
    const takeAway = keepsake && (await keepsakes.add(keepsake, whoOf(wanted) ?? ''));
    try {
      const answer = await upstream.request(wanted);
      if (answer.status >= 400) await takeAway?.();
      return answer;
    } catch (error) {
      // Nobody knows whether it is gone: a request that was never answered may have been heard.
      if (error instanceof AppError && error.status < 500) await takeAway?.();
      throw error;
    }
  }

  async function restore(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const { resource, id } = wantedThing(wanted);
    const kind = kinds.find((each) => each.resource === resource);
    const found = kind && (await keepsakes.find(resource, id, whoOf(wanted) ?? ''));
    assertThat(kind && found, 'trash.nothing', 404, { values: { days: limits.trashDays } });
    const answer = await putBack(upstream, kind, found, wanted);
    if (answer.status >= 400) return answer;
    await keepsakes.remove(found.key);
    const { data } = (await readJson(answer)) as { data?: { id?: unknown } | null };
    const newId = data?.id ?? id;
    const message = textOf(found.lost > 0 ? 'trash.restoredWithout' : 'trash.restored', {
      count: found.lost,
    });
    return jsonAnswer(200, { status: 1, message, data: { resource, id: newId } });
  }

  async function erase(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const { resource, id } = wantedThing(wanted);
    const found = await keepsakes.find(resource, id, whoOf(wanted) ?? '');
    assertThat(found, 'trash.nothing', 404, { values: { days: limits.trashDays } });
    await keepsakes.remove(found.key);
    return jsonAnswer(200, { status: 1, message: textOf('trash.erased'), data: { resource, id } });
  }

  async function trashPage(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const query = new URLSearchParams(wanted.path.split('?', 2)[1]);
    const parsed = contract.getTrash.query.safeParse(Object.fromEntries(query));
    const { page = 1, per_page: perPage = limits.pageSize, resource } = parsed.data ?? {};
    const { lines, total, counts } = await keepsakes.page(whoOf(wanted) ?? '', { resource, page, perPage });
    const data = lines.map(({ resource, id, name, by, keptAt }) => ({
      ...{ resource, id, name, by, below: 0, deleted_at: new Date(keptAt).toISOString() },
      days_left: Math.max(0, Math.ceil(limits.trashDays - (now() - keptAt) / dayMs)),
    }));
    const pages = {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    };
    return jsonAnswer(200, { status: 1, data: { data, ...pages, counts } });
  }

  /** A request to delete an account is done: nothing that names its sender is kept. */
  async function forgetWhoAsked(wanted: UpstreamRequest, id: string | undefined): Promise<void> {
    const { status } = bodyOf(wanted);
    if (id === undefined || (status !== 'replied' && status !== 'archived')) return;
    const message = await taking.message(id, wanted).catch(() => undefined);
    if (message?.type !== 'account_deletion') return;
    const named = [message.email, message.account_identifier].filter((each) => typeof each === 'string');
    const count = await keepsakes.removeWith(named);
    if (count > 0)
      log.warn({ count }, 'things in the trash that name somebody who asked to be deleted are gone');
  }

  return { ...upstream, request };
}

/** The account of a request: by its name at the host, else by its token; undefined for a visitor. */
function whoOf({ user, headers }: UpstreamRequest): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const name = user?.email ?? user?.id;
  return name === undefined
    ? `token ${createHash('sha256').update(authorization).digest('base64url')}`
    : String(name);
}

function wantedThing(wanted: UpstreamRequest) {
  const { data } = restoreSchema.safeParse(bodyOf(wanted));
  assertThat(data, 'trash.nothing', 404, { values: { days: limits.trashDays } });
  return data;
}

function bodyOf({ body }: UpstreamRequest): Record<string, unknown> {
  const bytes = Array.isArray(body) ? Buffer.concat(body.filter((piece) => Buffer.isBuffer(piece))) : body;
  if (!Buffer.isBuffer(bytes) && typeof bytes !== 'string') return {};
  const value: unknown = JSON.parse(bytes.toString() || '{}');
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
