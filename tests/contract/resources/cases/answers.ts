import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { answerRows } from '#shared/contract/desk/answers.ts';
import type { stageRows } from '#shared/contract/desk/stages.ts';
import { contract } from '#shared/contract/index.ts';
import type { Colleague, SavedAnswer } from '#shared/schemas/desk.ts';
import type { Engine } from '../../../support/engines.ts';
import { makeApplicant } from './applicants.ts';
import type { GoodCalls } from './good-call.ts';
import { makeJob } from './jobs.ts';
import { goodContact, makeMessage, shownContact } from './messages.ts';

export const goodAnswer = { title: 'What it costs', text: 'Dear sender,\n\nit is <b>free</b> & {name}.' };

export const answerCalls: GoodCalls<typeof answerRows & typeof stageRows> = {
  getSavedAnswers: async (engine) => {
    const { id } = await makeSavedAnswer(engine);
    return { data: expect.arrayContaining([expect.objectContaining({ id, ...goodAnswer })]) };
  },
  addSavedAnswer: () => ({ json: goodAnswer, message: 'Answer saved successfully', data: goodAnswer }),
  updateSavedAnswer: async (engine) => {
    const { id, updated_at } = await makeSavedAnswer(engine);
    const json = { title: 'Other words', text: 'One line', updated_at };
    const data = { id, title: 'Other words', text: 'One line' };
    return { params: { id }, json, message: 'Answer updated successfully', data };
  },
  deleteSavedAnswer: async (engine) => {
    const { id } = await makeSavedAnswer(engine);
    return { params: { id }, message: 'Answer deleted successfully', data: null };
  },
  getAnswers: async (engine) => {
    const { id } = await makeMessage(engine);
    const json = { text: 'Hello', key: 'a key' };
    await engine.admin.post(callPath(contract.answerMessage, { id })).send(json).expect(200);
    return { params: { id }, data: [{ body: 'Hello', to: goodContact.email, state: 'waiting' }] };
  },
  answerMessage: async (engine) => {
    const { id } = await makeMessage(engine);
    const subject = `Re: ${goodContact.subject}`;
    return {
      params: { id },
      json: { text: 'Dear Gul,\n\n<b>it</b> depends.', key: 'the form' },
      message: 'The answer is on its way.',
      data: {
        answer: { subject, body: 'Dear Gul,\n\n<b>it</b> depends.', to: goodContact.email },
        message: { ...shownContact, id, status: 'replied', handled_at: expect.any(String) },
      },
    };
  },
  getColleagues: () => ({
    data: expect.arrayContaining([{ id: expect.any(Number), name: expect.any(String) }]),
  }),
  assignMessage: async (engine) => {
    const { id, updated_at } = await makeMessage(engine);
    const me = await firstColleague(engine);
    return {
      params: { id },
      json: { admin_id: me.id, updated_at },
      message: 'Message updated successfully',
      data: { ...shownContact, id, assigned_to: me },
    };
  },
  getOtherApplications: async (engine) => {
    const { id } = await makeApplicant(engine);
    return { params: { id }, data: { data: expect.any(Array), total: expect.any(Number) } };
  },
  getHiddenStages: async (engine) => {
    const { id } = await makeJob(engine);
    return { params: { id }, data: { hidden: [] } };
  },
  setHiddenStages: async (engine) => {
    const { id } = await makeJob(engine);
    const data = { hidden: ['offered', 'withdrawn'] };
    return {
      params: { id },
      json: { hidden: ['withdrawn', 'offered', 'offered'] },
      message: 'Stages saved successfully',
      data,
    };
  },
};

export async function makeSavedAnswer({ admin }: Engine, words = goodAnswer): Promise<SavedAnswer> {
  const added = await admin.post(callPath(contract.addSavedAnswer)).send(words);
  expect(added.status, added.text).toBe(200);
  return added.body.data;
}

export async function firstColleague({ admin }: Engine): Promise<Colleague> {
  return (await admin.get(callPath(contract.getColleagues))).body.data[0];
}
