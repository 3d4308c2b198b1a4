import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { readId } from '#shared/id.ts';
import { ownNumber } from '#shared/schemas/id.ts';
import { sendIntakeItemSchema } from '#shared/schemas/intake.ts';
import { searchTextOf, wordsOf } from '../../database/search.ts';
import { AppError, assertThat } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import { callOf } from '../call.ts';
import { parseJson, readWhole } from '../uploads/json-bodies.ts';
import type { Intake } from './intake.ts';
import { openItem, openProblem } from './items.ts';
import type { StoredItem } from './stored-item.ts';
import { fileOf, formKinds, textsOf, type VisitorForm } from './visitor-form.ts';

const usualPage = 20;
const maxBodyBytes = 1024;

/** Fields that only machines read. */
const hidden = new Set(['website', 'form_token']);

/** The calls about forms that wait for the API host, by the names of their rows. */
export function intakeCalls(
  intake: Pick<Intake, 'store' | 'sealer' | 'delivery'>,
): [name: string, handler: RequestHandler][] {
  const { store, sealer, delivery } = intake;

  const open = (item: StoredItem) => openItem(sealer, item, () => store.piecesOf(item.id));

  async function itemOf(res: Parameters<RequestHandler>[1]): Promise<StoredItem> {
    const item = await store.find(ownNumber(readId(callOf(res).params.id)));
    assertThat(item, 'intake.notFound', 404);
    return item;
  }

  function present(item: StoredItem) {
    const { id, reference, call, received_at, state, attempts, next_at } = item;
    const form = state === 'delivered' ? undefined : open(item);
    const content = form?.content;
    const jobId = form?.params?.id;
    const file = content && fileOf(content);
    const texts = content ? Object.entries(textsOf(content)) : [];
    return {
      id,
      reference,
      call,
      received_at: new Date(received_at).toISOString(),
      state,
      attempts,
      next_at:
        next_at > 0 && (state === 'waiting' || state === 'aside') ? new Date(next_at).toISOString() : null,
      last_problem: openProblem(sealer, item),
      may_be_twice: item.may_be_twice === 1,
      fields: Object.fromEntries([
        ...texts.filter(([name]) => !hidden.has(name)),
        ...(jobId ? [['job_id', jobId]] : []),
      ]),
      file: file ? { name: displayName(file.fileName, file.type), size: file.size } : null,
    };
  }

  /** No database can look through sealed forms: each is opened, some at a time. */
  async function found(words: readonly string[], page: number, perPage: number) {
    const matching: StoredItem[] = [];
    for await (const item of store.sealedItems()) {
      const content = open(item)?.content;
      const typed = content ? Object.entries(textsOf(content)).filter(([name]) => !hidden.has(name)) : [];
      const text = searchTextOf(item.reference, ...typed.map(([, value]) => value));
      if (words.every((word) => text.includes(word))) matching.push(item);
    }
    return { items: matching.slice((page - 1) * perPage, page * perPage), total: matching.length };
  }

  const list: RequestHandler = async (req, res) => {
    const query = new URLSearchParams(req.originalUrl.split('?', 2)[1] ?? '');
    const parsed = contract.intake.query.safeParse(Object.fromEntries(query));
    if (!parsed.success) {
      const fields: Record<string, string[]> = {};
      for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? '')] ??= [message];
      throw new AppError('fields.invalid', 422, { fields });
    }
    const { page = 1, per_page: perPage = usualPage, search = '' } = parsed.data;
    const words = wordsOf(search);
    const { items, total } =
      words.length > 0 ? await found(words, page, perPage) : await store.page(page, perPage);
    const data = {
      data: items.map(present),
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    };
    res.json({ status: 1, data });
  };

  const sendNow: RequestHandler = async (req, res) => {
    const body = await readWhole(req, res, maxBodyBytes);
    const parsed = sendIntakeItemSchema.safeParse(body.length > 0 ? parseJson(body) : {});
    assertThat(parsed.success, 'fields.invalid', 422, { fields: { without_job: ['1'] } });
    const item = await itemOf(res);
    const change = parsed.data.without_job === 1 ? withoutJob : undefined;
    const isDelivered = await delivery.deliverNow(item.id, change);
    if (!isDelivered) throw new AppError('intake.notSent', 502);
    const left = await store.find(item.id);
    res.json({ status: 1, message: deskMessages['intake.sent'], data: left ? present(left) : null });
  };

  const remove: RequestHandler = async (_req, res) => {
    const { id } = await itemOf(res);
    await store.remove(id);
    res.json({ status: 1, message: deskMessages['intake.deleted'], data: null });
  };

  const download: RequestHandler = async (req, res) => {
    const form = open(await itemOf(res));
    const file = form && fileOf(form.content);
    assertThat(form?.readFile && file, 'file.notFound', 404);
    // A file that strangers sent: saved, never shown (docs/architecture.md §4).
    res.attachment(displayName(file.fileName, file.type)).set({
      'Content-Type': file.type,
      'Content-Length': String(file.size),
      'Content-Security-Policy': "sandbox; default-src 'none'",
    });
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    await pipeline(Readable.from(form.readFile(), { objectMode: false }), res).catch(() => {});
  };

  return [
    [contract.intake.name, list],
    [contract.sendIntakeItem.name, sendNow],
    [contract.deleteIntakeItem.name, remove],
    [contract.downloadIntakeFile.name, download],
  ];
}

/** An application for a job that has closed, as one without a job. */
function withoutJob(form: VisitorForm): VisitorForm {
  const kind = formKinds.applyJob;
  if (!kind || form.kind.row.name !== contract.applyJobFor.name) return form;
  return { ...form, kind, path: contract.applyJob.path, params: {} };
}
