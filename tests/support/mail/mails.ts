import type { Mail } from '../../../server/content-api/mail/mails.ts';

export const publicUrl = new URL('https://studio.example');
export const from = 'mails@studio.example';

/** One mail of each kind, as the calls queue it. */
export const goodMails = {
  confirmation: {
    kind: 'applicant.confirmation',
    to: 'ana@applicant.example',
    name: 'Ana Gul',
    reference: 'K7PM2XQD',
    jobTitle: 'Sound designer',
    retainUntil: '2027-05-21T10:00:00.000Z',
  },
  newApplicant: {
    kind: 'studio.newApplicant',
    id: 7,
    name: 'Ana Gul',
    email: 'ana@applicant.example',
    reference: 'K7PM2XQD',
    jobTitle: 'Sound designer',
  },
  contactReceipt: {
    kind: 'message.receipt',
    to: 'ana@visitor.example',
    name: 'Ana Gul',
    message: { type: 'contact' },
  },
  deletionReceipt: {
    kind: 'message.receipt',
    to: 'ana@visitor.example',
    name: null,
    message: { type: 'account_deletion', dueAt: '2026-12-21T23:00:00.000Z' },
  },
  newMessage: {
    kind: 'studio.newMessage',
    id: 9,
    name: 'Ana Gul',
    email: 'ana@visitor.example',
    message: { type: 'contact', subject: 'A film', text: 'Hello,\n\ncan you make one?' },
  },
  newDeletion: {
    kind: 'studio.newMessage',
    id: 9,
    name: null,
    email: 'ana@visitor.example',
    message: {
      type: 'account_deletion',
      appName: 'Naqsh Player',
      accountIdentifier: 'ana-77',
      text: 'All of it, please.',
      dueAt: '2026-12-21T23:00:00.000Z',
    },
  },
} as const satisfies Record<string, Mail>;
