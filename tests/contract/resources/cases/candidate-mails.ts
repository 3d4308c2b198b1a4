import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { candidateMailRows } from '#shared/contract/desk/candidate-mails.ts';
import { contract } from '#shared/contract/index.ts';
import type { MailTemplate, MailTemplateName } from '#shared/schemas/letter.ts';
import type { Engine } from '../../../support/engines.ts';
import { makeApplicant } from './applicants.ts';
import type { GoodCalls } from './good-call.ts';

const words = { subject: 'Hello {name}', body: 'Hello {name},\n\nthank you.' };
let keys = 0;
let savings = 0;

/** Holds a mail to a new applicant. */
async function holdMail(engine: Engine) {
  const { id: applicant } = await makeApplicant(engine);
  keys += 1;
  const json = { ids: [applicant], ...words, hold: 1, key: `case-${keys}` };
  const answer = await engine.admin.post(callPath(contract.sendCandidateMails)).send(json);
  expect(answer.status, answer.text).toBe(200);
  return { applicant, mail: answer.body.data.mails[0].id as number };
}

async function templateOf({ admin }: Engine, name: MailTemplateName): Promise<MailTemplate> {
  const { templates } = (await admin.get(callPath(contract.getMailTemplates))).body.data;
  return templates.find((template: MailTemplate) => template.name === name);
}

export const candidateMailCalls: GoodCalls<typeof candidateMailRows> = {
  getMailTemplates: () => ({
    data: {
      templates: expect.arrayContaining([expect.objectContaining({ name: 'rejection' })]),
      reply_to: 'admin@studio.example',
    },
  }),
  saveMailTemplate: async (engine) => {
    savings += 1;
    const data = { name: 'offer', subject: `Offer ${savings} for {name}`, body: `We offer ${savings}.` };
    const { updated_at } = await templateOf(engine, 'offer');
    return {
      json: { ...data, updated_at },
      message: 'Template saved successfully',
      data: { ...data, is_own: 1 },
      read: async (answer) => answer && templateOf(engine, 'offer'),
    };
  },
  resetMailTemplate: () => ({
    json: { name: 'invite' },
    message: 'Template reset to its original text.',
    data: { name: 'invite', is_own: 0 },
  }),
  previewCandidateMail: async (engine) => {
    const { id, email, name } = await makeApplicant(engine);
    const data = { to: email, subject: `Hello ${name}`, text: expect.stringContaining(name) };
    return { json: { id, ...words }, data };
  },
  sendCandidateMails: async (engine) => {
    const { id } = await makeApplicant(engine);
    keys += 1;
    const json = { ids: [id], template: 'received', ...words, hold: 1, key: `case-${keys}`, again: 1 };
    return { json, data: { mails: [{ applicant: id, state: 'held' }], skipped: [] } };
  },
  undoCandidateMails: async (engine) => {
    const { mail } = await holdMail(engine);
    return {
      json: { ids: [mail] },
      message: 'The mail was cancelled. Nothing was sent.',
      data: { undone: [mail], late: [] },
    };
  },
  releaseCandidateMails: async (engine) => {
    const { mail } = await holdMail(engine);
    return { json: { ids: [mail] }, message: 'The mail is on its way.', data: { released: [mail] } };
  },
  getCandidateMails: async (engine) => {
    const { applicant, mail } = await holdMail(engine);
    return { params: { id: applicant }, data: [{ id: mail, state: 'held', can_undo: 1, sent_at: null }] };
  },
};
