import { z } from 'zod';
import { isGuessable } from '../guessable-password.ts';
import { limits } from '../limits.ts';
import { type ErrorCode, messages, messageText } from '../messages.ts';
import { isStorable } from '../text-formats.ts';
import { fieldsOf } from './fields.ts';

/**
 * A new password: no shorter than the limit and not easy to guess (`isGuessable`). The password is accepted as typed,
 * without trimming and without rules on kinds of characters (NIST SP 800-63B §5.1.1.2). Each character counts as one,
 * however many bytes it has.
 */
export function newPassword(missing: ErrorCode = 'password.newRequired') {
  return z.string(messages[missing]).superRefine((password, context) => {
    const length = [...normalPassword(password)].length;
    if (password === '') context.addIssue(messages[missing]);
    else if (length < limits.passwordMin)
      context.addIssue(messageText('password.tooShort', { min: limits.passwordMin }));
    else if (password.length > limits.password)
      context.addIssue(messageText('field.tooLong', { limit: limits.password }));
    else if (!isStorable(password)) context.addIssue(messages['field.badCharacters']);
    else if (isGuessable(password)) context.addIssue(messages['password.guessable']);
  });
}

/** The body of changePassword. */
export const changePasswordSchema = fieldsOf({
  current_password: z
    .string(messages['password.currentRequired'])
    .min(1, messages['password.currentRequired'])
    .max(limits.password, messageText('field.tooLong', { limit: limits.password })),
  new_password: newPassword(),
}).refine((sent) => normalPassword(sent.current_password) !== normalPassword(sent.new_password), {
  path: ['new_password'],
  error: messages['password.same'],
});

/** Normalises to NFC, because equal letters can be typed as different code points. */
function normalPassword(password: string) {
  return password.normalize('NFC');
}
