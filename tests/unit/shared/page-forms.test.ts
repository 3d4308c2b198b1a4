import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { noRoomText } from '#shared/page-forms.ts';

test('a visitor whose form there is no room for is not sent to an administrator', () => {
  expect(noRoomText('intake.full', 'Again in 10 min.')).toBe('Again in 10 min.');
  for (const code of ['storage.full', 'storage.busy', 'storage.away', 'upload.noSpace'] as const) {
    expect(noRoomText(code, messages[code])).toBe(messages['intake.noSpace']);
  }
  expect(noRoomText('upstream.down', 'x')).toBeUndefined();
  expect(noRoomText('toString', 'x')).toBeUndefined();
});
