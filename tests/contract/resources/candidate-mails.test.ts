import { expect } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { type Engine, withEngine } from '../../support/engines.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';
import { describeBodyErrors } from './field-errors.ts';

const required = ['This field is required.'];

function block(engine: Engine): void {
  for (const row of Object.values(resources['candidate-mails'])) describeCall(row, engine);
  if (engine.isOnPostgres) return;

  const good = { ids: [1], subject: 'S', body: 'B', key: 'k' };
  describeBodyErrors(contract.sendCandidateMails, engine, async () => ({ json: good }), [
    ['nobody', { ids: [] }, { ids: ['Choose at least one recipient.'] }],
    [
      'too many',
      { ids: Array.from({ length: 501 }, (_, at) => at + 1) },
      { ids: ['Mail at most 500 candidates at once.'] },
    ],
    ['no subject', { subject: ' ' }, { subject: required }],
    ['no words', { body: '' }, { body: required }],
    ['no key', { key: undefined }, { key: required }],
    [
      'a long subject',
      { subject: 'x'.repeat(201) },
      { subject: ['This text is longer than the limit of 200 characters.'] },
    ],
    ['a long text', { body: 'x'.repeat(10_001) }, { body: [expect.stringContaining('10000')] }],
    ['a placeholder of its own', { subject: '{nmae}' }, { subject: [expect.stringContaining('{nmae}')] }],
    [
      'gaps',
      { body: 'Salary: (amount)\nStart: (?month)' },
      { body: [textOf('letter.gaps', { gaps: '(amount), (?month)' })] },
    ],
    ['a template of its own', { template: 'welcome' }, { template: [expect.stringContaining('rejection')] }],
  ]);
}

// The tests' API host lacks these calls, as older hosts do.
withEngine('embedded', block);
withEngine('embedded', block, { onPostgres: true });
