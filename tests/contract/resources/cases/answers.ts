import type { Colleague, SavedAnswer } from '#shared/schemas/desk.ts';
import type { Engine } from '../../../support/engines.ts';

export const goodAnswer = { title: 'What it costs', text: 'Dear sender,\n\nit is <b>free</b> & {name}.' };

export async function makeSavedAnswer({ admin }: Engine): Promise<SavedAnswer> {
  return await admin.read('addSavedAnswer', goodAnswer);
}

export async function firstColleague({ admin }: Engine): Promise<Colleague> {
  return (await admin.read('getColleagues'))[0];
}
