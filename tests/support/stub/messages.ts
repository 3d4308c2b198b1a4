import type { messageRows } from '#shared/contract/messages.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  accountDeletionSchema,
  contactSchema,
  type Message,
  type MessageFolder,
  messageFolders,
  messageStatuses,
  messageStatusSchema,
} from '#shared/schemas/message.ts';
import { byId, conflict, invalid, ok, pageAnswer, refused, softDelete } from './content.ts';
import { readBody } from './form.ts';
import { type HandlerContext, type HandlersOf, stamps } from './handler.ts';

/** This host accepts forms with any token or none: a host decides itself how it treats robots. */
export const messageHandlers: HandlersOf<typeof messageRows> = {
  contactUs: (context) => {
    const body = readBody(context.seen, contactSchema);
    if (body.errors) return invalid(body.errors);
    const { website: _trap, form_token: _token, ...sent } = body.value;
    keep(context, { ...sent, type: 'contact', app_name: null, account_identifier: null, due_at: null });
    return ok(null, messages['message.received']);
  },
  requestAccountDeletion: (context) => {
    const body = readBody(context.seen, accountDeletionSchema);
    if (body.errors) return invalid(body.errors);
    const { website: _trap, form_token: _token, ...sent } = body.value;
    const due = new Date(Date.now() + limits.accountDeletionDays * 86_400_000).toISOString();
    keep(context, { ...sent, type: 'account_deletion', phone: null, subject: null, due_at: due });
    return ok({ due_at: due }, messages['message.deletionReceived']);
  },
  getMessages: ({ data, seen, knows }) => {
    const query = new URL(seen.url, 'http://stub').searchParams;
    const type = query.get('type');
    const status = query.get('status');
    const folder = knows('folder') ? query.get('folder') : null;
    if (folder && !Object.hasOwn(messageFolders, folder)) {
      const list = Object.keys(messageFolders).join(', ');
      return invalid({ folder: [textOf('field.notOneOf', { list })] });
    }
    const statuses: readonly string[] = folder
      ? messageFolders[folder as MessageFolder]
      : messageStatuses.filter((each) => each === status || each !== 'spam');
    const ofType = data.messages.filter((message) => !type || message.type === type);
    const found = ofType
      .filter((message) => statuses.includes(message.status) && (!status || message.status === status))
      .sort((one, other) => other.created_at.localeCompare(one.created_at) || byId(other, one));
    if (knows('order') && query.get('order') === 'due') found.sort(byDueDate);
    const answer = pageAnswer(found, seen.url, limits.pageSize, (message) => message);
    if (answer.status !== 200) return answer;
    const counts = messageStatuses
      .map((each) => [each, ofType.filter((message) => message.status === each).length] as const)
      .filter(([, count]) => count > 0);
    const unread = data.messages.filter((message) => message.status === 'new').length;
    return ok({ ...(answer.body.data as object), counts: Object.fromEntries(counts), unread });
  },
  getSingleMessage: ({ data, id }) => {
    const message = data.messages.find((each) => each.id === id);
    return message ? ok(message) : refused(404, 'message.notFound');
  },
  updateMessageStatus: ({ data, seen, id }) => {
    const body = readBody(seen, messageStatusSchema);
    if (body.errors) return invalid(body.errors);
    const message = data.messages.find((each) => each.id === id);
    if (!message) return refused(404, 'message.notFound');
    const { status, updated_at: version } = body.value;
    if (version && version !== message.updated_at) return conflict(version, message.updated_at);
    message.updated_at = new Date(Math.max(Date.now(), Date.parse(message.updated_at) + 1)).toISOString();
    const isHandled = status === 'replied' || status === 'archived';
    message.handled_at = isHandled ? (message.handled_at ?? message.updated_at) : null;
    message.status = status;
    return ok(message, deskMessages['message.updated']);
  },
  deleteMessage: ({ data, id }) =>
    softDelete(data.trash, 'message', data.messages, id)
      ? ok(null, deskMessages['message.deleted'])
      : refused(404, 'message.notFound'),
};

/** Sorts by due date, then messages without a due date, then handled messages. */
function byDueDate(one: Message, other: Message): number {
  const key = ({ handled_at: handled, due_at: due }: Message) => (handled ? 'done' : (due ?? '9999'));
  return key(one).localeCompare(key(other));
}

function keep(
  { data, nextId }: HandlerContext,
  sent: Omit<Message, 'id' | 'status' | 'handled_at' | 'created_at' | 'updated_at'>,
): void {
  data.messages.push({ ...sent, id: nextId(), status: 'new', handled_at: null, ...stamps() });
}
