import type { trashRows } from '#shared/contract/desk/trash.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { restoreSchema } from '#shared/schemas/trash.ts';
import { invalid, notFound, ok } from './content.ts';
import { readBody } from './form.ts';
import type { HandlersOf } from './handler.ts';

/** Returns the stub's name for a deleted record. */
const nameOf = (item: object) =>
  String(
    ['title', 'name', 'blog_title', 'subject'].map((key) => item[key as keyof typeof item]).find(Boolean) ??
      '',
  );

export const trashHandlers: HandlersOf<typeof trashRows> = {
  getTrash: ({ data, seen }) => {
    const wanted = new URL(seen.url, 'http://stub').searchParams.get('resource') || undefined;
    const things = data.trash.filter(({ resource }) => wanted === undefined || resource === wanted);
    const found = things.toReversed().map(({ resource, id, item }) => ({
      ...{ resource, id, name: nameOf(item as object), by: 'Admin', below: 0 },
      ...{ deleted_at: new Date().toISOString(), days_left: limits.trashDays },
    }));
    const counts: Record<string, number> = {};
    for (const { resource } of data.trash) counts[resource] = (counts[resource] ?? 0) + 1;
    return ok({ data: found, current_page: 1, last_page: 1, per_page: 10, total: found.length, counts });
  },
  eraseDeleted: ({ data, seen }) => {
    const body = readBody(seen, restoreSchema);
    if (body.errors) return invalid(body.errors);
    const { resource, id } = body.value;
    const found = data.trash.find((each) => each.resource === resource && each.id === id);
    if (!found) return notFound(textOf('trash.nothing', { days: limits.trashDays }));
    data.trash = data.trash.filter((each) => each !== found);
    return ok({ resource, id }, deskMessages['trash.erased']);
  },
  restoreDeleted: ({ data, seen }) => {
    const body = readBody(seen, restoreSchema);
    if (body.errors) return invalid(body.errors);
    const { resource, id } = body.value;
    const found = data.trash.find((each) => each.resource === resource && each.id === id);
    if (!found) return notFound(textOf('trash.nothing', { days: limits.trashDays }));
    data.trash = data.trash.filter((each) => each !== found);
    found.restore();
    return ok({ resource, id }, deskMessages['trash.restored']);
  },
};
