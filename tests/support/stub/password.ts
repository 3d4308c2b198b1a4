import type { passwordRows } from '#shared/contract/password.ts';
import { messages } from '#shared/messages.ts';
import { changePasswordSchema } from '#shared/schemas/password.ts';
import { invalid, ok } from './content.ts';
import { readBody } from './form.ts';
import type { HandlersOf } from './handler.ts';

export const passwordHandlers: HandlersOf<typeof passwordRows> = {
  changePassword: ({ seen, admin, tokens }) => {
    const body = readBody(seen, changePasswordSchema);
    if (body.errors) return invalid(body.errors);
    const { current_password: current, new_password: wanted } = body.value;
    if (wanted.trim().toLowerCase() === admin.email)
      return invalid({ new_password: [messages['password.isEmail']] });
    if (current !== admin.password) return invalid({ current_password: [messages['password.wrong']] });
    admin.password = wanted;
    const own = seen.header('authorization')?.slice('Bearer '.length);
    tokens.splice(0, tokens.length, ...tokens.filter((token) => token === own));
    return ok(null, messages['password.changed']);
  },
};
