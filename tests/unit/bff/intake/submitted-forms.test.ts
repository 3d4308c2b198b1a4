import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSubmittedForms } from '../../../../server/bff/intake/accept-forms.ts';

it('a posted form is sent once, and once more when it failed', async () => {
  const forms = createSubmittedForms([randomBytes(32)]);
  await expect(forms.once('form', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  for (const reference of ['FIRST', 'SECOND'])
    expect(await forms.once('form', async () => ({ reference }))).toEqual({ reference: 'FIRST' });
});
