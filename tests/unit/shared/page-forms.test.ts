import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { storageFullText } from '#shared/page-forms.ts';

test('a visitor whose form there is no room for is not sent to an administrator', () => {
  expect(storageFullText('intake.full', 'Again in 10 min.')).toBe('Again in 10 min.');
  for (const code of ['storage.full', 'storage.busy', 'storage.away', 'upload.noSpace'] as const) {
    expect(storageFullText(code, messages[code])).toBe(messages['intake.noSpace']);
  }
  expect(storageFullText('upstream.down', 'x')).toBeUndefined();
  expect(storageFullText('toString', 'x')).toBeUndefined();
});
