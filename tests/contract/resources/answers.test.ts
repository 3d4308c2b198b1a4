import { expect, it } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { OtherApplication } from '#shared/schemas/desk.ts';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import type { Message } from '#shared/schemas/message.ts';
import { withEngines } from '../../support/engines.ts';
import { firstColleague, goodAnswer, makeSavedAnswer } from './cases/answers.ts';
import { makeApplicant, newEmail } from './cases/applicants.ts';
import { makeJob } from './cases/jobs.ts';
import { makeMessage } from './cases/messages.ts';

withEngines((engine) => {
  const { call, read } = engine;

  it('keeps saved answers as text, and refuses an old version and one too many', async () => {
    const { id, updated_at } = await makeSavedAnswer(engine);
    await read('updateSavedAnswer', id, { title: 'A', text: 'B', updated_at });
    const late = await call('updateSavedAnswer', id, { title: 'C', text: 'D', updated_at });
    expect([late.status, late.body.code]).toEqual([409, 'conflict.newer']);
    for (const title of ['b', 'C']) await read('addSavedAnswer', { title, text: 'x' });
    const titles = (await read('getSavedAnswers')).map(({ title }: { title: string }) => title);
    expect(titles.filter((title: string) => title.length === 1)).toEqual(['A', 'b', 'C']);
    // The limit does not depend on the database, so one test suffices.
    if (engine.isOnPostgres) return;
    const { length } = await read('getSavedAnswers');
    for (let count = length; count < limits.savedAnswers; count += 1) await makeSavedAnswer(engine);
    const { status, body } = await call('addSavedAnswer', goodAnswer);
    expect([status, body.message]).toEqual([409, textOf('desk.tooManyAnswers', { limit: 100 })]);
    await read('deleteSavedAnswer', id);
    await read('addSavedAnswer', goodAnswer);
  });

  it('assigns a message, lists mine with their counts, and takes it back', async () => {
    const me = await firstColleague(engine);
    const { id, assigned_to, updated_at } = await makeMessage(engine, 'contact', { subject: 'Mine' });
    const other = await makeMessage(engine, 'contact', { subject: 'Nobody’s' });
    expect(assigned_to).toBeNull();
    const assigned = await read('assignMessage', id, { admin_id: me.id, updated_at });
    expect(assigned).toMatchObject({ assigned_to: me, status: 'new' });
    const mine = async () =>
      (await read('getMessages', { assigned: 'me' })).data.map((each: Message) => each.id);
    expect(await mine()).toContain(id);
    expect((await read('getMessages', { assigned: 'me' })).counts).toEqual({ new: 1 });
    expect(await mine()).not.toContain(other.id);
    await call('assignMessage', id, { admin_id: null, updated_at }).expect(409);
    await read('updateMessageStatus', id, { status: 'read' });
    expect(await read('getSingleMessage', id)).toMatchObject({ assigned_to: me, status: 'read' });
    await read('assignMessage', id, { admin_id: null });
    expect(await mine()).not.toContain(id);
  });

  it('answers a message once for each form, and shows the newest answer first', async () => {
    const { id } = await makeMessage(engine);
    for (const text of ['One', 'Two', 'Two']) await read('answerMessage', id, { text, key: text });
    const { name: who } = await firstColleague(engine);
    const all: KeptLetter[] = await read('getAnswers', id);
    expect(all.map((each) => [each.body, each.who])).toEqual([
      ['Two', who],
      ['One', who],
    ]);
    expect(await read('getSingleMessage', id)).toMatchObject({ status: 'replied' });
  });

  it('finds the other applications of a person, and neither deleted ones nor spam', async () => {
    const email = newEmail();
    const made: Id[] = [];
    for (const title of ['Editor', 'Animator', 'Deleted', 'Spam']) {
      const job = await makeJob(engine, { status: 'open', title });
      made.push((await makeApplicant(engine, { email: email.toUpperCase() }, job.id)).id);
    }
    const [editor = 0, animator = 0, deleted = 0, spam = 0] = made;
    const open = await makeApplicant(engine, { email });
    await makeApplicant(engine);
    await read('deleteApplicant', deleted);
    await read('updateApplicantStatus', spam, { status: 'spam' });
    await read('updateApplicantStatus', editor, { status: 'rejected' });
    const others: { data: OtherApplication[]; total: number } = await read('getOtherApplications', open.id);
    expect(others.data.map(({ id, job_title, status }) => [id, job_title, status])).toEqual([
      [animator, 'Animator', 'new'],
      [editor, 'Editor', 'rejected'],
    ]);
    expect(others.total).toBe(2);
    expect((await read('getOtherApplications', editor)).data[0]).toMatchObject({ id: open.id, job_id: null });
    // Looking at other applications does not mark them as read; who is rejected counts as read.
    expect((await read('getApplicants', { search: email, is_read: 0 })).total).toBe(2);
  });
});
