import type { Message } from './schemas/message.ts';

type About = Pick<Message, 'type' | 'subject' | 'app_name' | 'reference'>;

/** Returns the subject of a message. A request for account deletion has no subject of its own. */
export function subjectOf({ type, subject, app_name: app }: Omit<About, 'reference'>) {
  if (type === 'account_deletion') return app ? `Delete an account of ${app}` : 'Delete an account';
  return subject || 'No subject';
}

/** Returns the subject of a reply: "Re:" and the subject of the message, unless that begins with "Re:" already. */
export function replySubject(message: Omit<About, 'reference'>) {
  const subject = subjectOf(message);
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

/**
 * Returns the subject of a reply with the reference that the visitor received, by which the visitor finds the message
 * again.
 */
export function answerSubject(message: About) {
  return message.reference ? `${replySubject(message)} [${message.reference}]` : replySubject(message);
}
