import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { OtherApplication } from '#shared/schemas/desk.ts';
import type { Message } from '#shared/schemas/message.ts';
import { withEngines } from '../../support/engines.ts';
import { firstColleague, goodAnswer, makeSavedAnswer } from './cases/answers.ts';
import { makeApplicant, newEmail } from './cases/applicants.ts';
import { makeJob } from './cases/jobs.ts';
import { makeMessage } from './cases/messages.ts';

withEngines((engine) => {
  const post = (call: CallName, id: Id | undefined, json: object = {}) =>
    engine.admin.post(callPath(contract[call], id === undefined ? {} : { id })).send(json);
  const read = async (call: CallName, id?: Id, query = '') => {
    const answer = await engine.admin.get(callPath(contract[call], id === undefined ? {} : { id }) + query);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  it('keeps saved answers as text, and refuses an old version and one too many', async () => {
    const { id, updated_at } = await makeSavedAnswer(engine);
    expect(await read('getSavedAnswers')).toContainEqual(expect.objectContaining({ id, ...goodAnswer }));
    await post('updateSavedAnswer', id, { title: 'A', text: 'B', updated_at }).expect(200);
    const late = await post('updateSavedAnswer', id, { title: 'C', text: 'D', updated_at });
    expect(late.status).toBe(409);
    expect(late.body.code).toBe('conflict.newer');
    // The limit does not depend on the database, so one test suffices.
    if (engine.isOnPostgres) return;
    const { length } = (await read('getSavedAnswers')) as unknown[];
    for (let count = length; count < limits.savedAnswers; count += 1) await makeSavedAnswer(engine);
    const refused = await post('addSavedAnswer', undefined, goodAnswer);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(textOf('desk.tooManyAnswers', { limit: 100 }));
    await post('deleteSavedAnswer', id).expect(200);
    await post('addSavedAnswer', undefined, goodAnswer).expect(200);
  });

  it('assigns a message, lists mine with their counts, and takes it back', async () => {
    const me = await firstColleague(engine);
    const mine = await makeMessage(engine, 'contact', { subject: 'Mine' });
    const other = await makeMessage(engine, 'contact', { subject: 'Nobody’s' });
    expect(mine.assigned_to).toBeNull();
    const assigned = await post('assignMessage', mine.id, { admin_id: me.id, updated_at: mine.updated_at });
    expect(assigned.body.data).toMatchObject({ assigned_to: me, status: 'new' });
    const ids = async (query: string) =>
      ((await read('getMessages', undefined, query)).data as Message[]).map(({ id }) => id);
    expect(await ids('?assigned=me&folder=inbox')).toContain(mine.id);
    expect(await ids('?assigned=me&folder=inbox')).not.toContain(other.id);
    const late = await post('assignMessage', mine.id, { admin_id: null, updated_at: mine.updated_at });
    expect(late.status, 'somebody was faster').toBe(409);
    await post('updateMessageStatus', mine.id, { status: 'read' }).expect(200);
    expect(await read('getSingleMessage', mine.id)).toMatchObject({ assigned_to: me, status: 'read' });
    await post('assignMessage', mine.id, { admin_id: null }).expect(200);
    expect(await ids('?assigned=me')).not.toContain(mine.id);
  });

  it('finds the other applications of a person, and neither deleted ones nor spam', async () => {
    const email = newEmail();
    const titles = ['Editor', 'Animator', 'Deleted', 'Spam'];
    const made: Record<string, Id> = {};
    for (const title of titles) {
      const job = await makeJob(engine, { status: 'open', title });
      made[title] = (await makeApplicant(engine, { email: email.toUpperCase() }, job.id)).id;
    }
    const { Editor = 0, Animator = 0, Deleted = 0, Spam = 0 } = made;
    const open = await makeApplicant(engine, { email });
    await makeApplicant(engine, { email: newEmail() });
    await post('deleteApplicant', Deleted).expect(200);
    await post('updateApplicantStatus', Spam, { status: 'spam' }).expect(200);
    await post('updateApplicantStatus', Editor, { status: 'rejected' }).expect(200);
    const others: { data: OtherApplication[]; total: number } = await read('getOtherApplications', open.id);
    expect(others.data.map(({ id, job_title, status }) => ({ id, job_title, status }))).toEqual([
      { id: Animator, job_title: 'Animator', status: 'new' },
      { id: Editor, job_title: 'Editor', status: 'rejected' },
    ]);
    expect(others.total).toBe(2);
    expect((await read('getOtherApplications', Editor)).data[0]).toMatchObject({ id: open.id, job_id: null });
    // Looking at other applications does not mark them as read; who is rejected counts as read.
    expect((await read('getApplicants', undefined, `?search=${email}&is_read=0`)).total).toBe(2);
  });
});
