import type { Response } from 'express';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { readId } from '#shared/id.ts';
import { ownNumber } from '#shared/schemas/fields.ts';
import type { Task } from '../../database/tasks.ts';
import { AppError, assertThat } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import { type OwnCalls, sendDownload, slice, usualPage } from '../answers.ts';
import { callOf } from '../call.ts';
import { formKinds } from '../form-kinds.ts';
import { readBody, readQuery } from '../uploads/bodies.ts';
import { asideFrom } from './delivery.ts';
import type { Intake } from './intake.ts';
import { openItem, openProblem } from './store.ts';
import { fileOf, textsOf, type VisitorForm } from './visitor-form.ts';

/** Fields of a form that only programs read, so that the admin area does not show them. */
const hidden = new Set(['website', 'form_token']);

type Parts = Pick<Intake, 'store' | 'sealer' | 'delivery'>;

/** Returns the handlers of the calls about waiting forms, by the names of their contract rows. */
export function intakeCalls(parts: Parts): OwnCalls {
  const { store, delivery } = parts;
  return {
    async intake(req) {
      const all = await store.all();
      const { page, per_page = usualPage } = readQuery(contract.intake.query, req);
      const shown = slice(all, page, per_page);
      return { data: { ...shown, data: shown.data.map((item) => present(parts, item)) } };
    },
    async sendIntakeItem(req, res) {
      const { without_job: isWithoutJob } = await readBody(contract.sendIntakeItem.body, req, res);
      const item = await itemOf(parts, res);
      const change = isWithoutJob === 1 ? withoutJob : undefined;
      const isDelivered = await delivery.deliverNow(item.id, change);
      if (!isDelivered) throw new AppError('intake.notSent', 502);
      const left = await store.find(item.id);
      return { message: deskMessages['intake.sent'], data: left ? present(parts, left) : null };
    },
    async deleteIntakeItem(_req, res) {
      const { id } = await itemOf(parts, res);
      await store.remove(id);
      return { message: deskMessages['intake.deleted'], data: null };
    },
    async downloadIntakeFile(req, res) {
      const form = open(parts, await itemOf(parts, res));
      const file = form && fileOf(form.content);
      assertThat(form?.readFile && file, 'file.notFound', 404);
      const name = displayName(file.fileName, file.type);
      const described = { name, 'Content-Type': file.type, 'Content-Length': String(file.size) };
      await sendDownload(req, res, described, form.readFile);
    },
  };
}

async function itemOf({ store }: Parts, res: Response) {
  const item = await store.find(ownNumber(readId(callOf(res).params.id)));
  assertThat(item, 'intake.notFound', 404);
  return item;
}

function open({ store, sealer }: Parts, item: Task) {
  return openItem(sealer, item, () => store.tasks.fileOf(item.id));
}

function present(parts: Parts, item: Task) {
  const { id, label, kind, created_at, run_at, attempts, failures } = item;
  const state = item.state === 'waiting' && failures >= asideFrom ? 'aside' : item.state;
  const form = state === 'delivered' ? undefined : open(parts, item);
  const jobId = form?.params?.id;
  const file = form && fileOf(form.content);
  const typed = Object.entries(form ? textsOf(form.content) : {}).filter(([name]) => !hidden.has(name));
  return {
    id,
    reference: label,
    call: kind,
    received_at: new Date(created_at).toISOString(),
    state,
    attempts,
    next_at: item.state === 'waiting' && failures > 0 ? new Date(run_at).toISOString() : null,
    last_problem: openProblem(parts.sealer, item),
    may_be_twice: item.may_be_twice === 1,
    fields: { ...Object.fromEntries(typed), ...(jobId && { job_id: jobId }) },
    file: file ? { name: displayName(file.fileName, file.type), size: file.size } : null,
  };
}

/** Turns an application for one job into one without a job, because that job may have closed since. */
function withoutJob(form: VisitorForm) {
  const kind = formKinds.applyJob;
  if (!kind || form.kind.row.name !== contract.applyJobFor.name) return form;
  return { ...form, kind, path: contract.applyJob.path, params: {} };
}
