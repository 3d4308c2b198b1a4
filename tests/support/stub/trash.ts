import type { trashRows } from '#shared/contract/trash.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { restoreSchema } from '#shared/schemas/trash.ts';
import { invalid, notFound, ok } from './content.ts';
import { readBody } from './form.ts';
import type { HandlersOf } from './handler.ts';

export const trashHandlers: HandlersOf<typeof trashRows> = {
  restoreDeleted: ({ data, seen }) => {
    const body = readBody(seen, restoreSchema);
    if (body.errors) return invalid(body.errors);
    const { resource, id } = body.value;
    const found = data.trash.find((each) => each.resource === resource && each.id === id);
    if (!found) return notFound(messageText('trash.nothing', { days: limits.trashDays }));
    data.trash = data.trash.filter((each) => each !== found);
    found.restore();
    return ok({ resource, id }, messages['trash.restored']);
  },
};
