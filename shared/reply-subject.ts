import type { Message } from './schemas/message.ts';

type About = Pick<Message, 'type' | 'subject' | 'app_name' | 'reference'>;

/** What a message is about. A request for deletion has no subject of its own. */
export function subjectOf({ type, subject, app_name: app }: Omit<About, 'reference'>): string {
  if (type === 'account_deletion') return app ? `Delete an account of ${app}` : 'Delete an account';
  return subject || 'No subject';
}

/** The subject of a reply: that of the message, behind "Re:" unless it has one. */
export function replySubject(message: Omit<About, 'reference'>): string {
  const subject = subjectOf(message);
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

/** The same with what the visitor was told, by which they find it again. */
export function answerSubject(message: About): string {
  return message.reference ? `${replySubject(message)} [${message.reference}]` : replySubject(message);
}
