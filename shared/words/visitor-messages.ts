import { type ErrorCode, messages } from '../messages.ts';
import type { Words } from './words.ts';

/** Codes of the messages that pages and forms show to visitors. All other messages are English. */
const visitorCodes = [
  'job.closed',
  'message.nameRequired',
  'message.emailRequired',
  'message.subjectRequired',
  'message.textRequired',
  'message.appRequired',
  'message.accountRequired',
  'message.received',
  'message.deletionReceived',
  'pageForm.crossSite',
  'pageForm.notTaken',
  'pageForm.wrongType',
  'network.failed',
  'answer.busy',
  'request.badTarget',
  'request.badHost',
  'request.noPicture',
  'request.notFound',
  'request.failed',
  'request.aborted',
  'request.tooSlow',
  'csrf.crossSite',
  'session.required',
  'field.required',
  'field.tooLong',
  'field.badUrl',
  'field.badCharacters',
  'field.notText',
  'field.repeated',
  'field.badEmail',
  'field.badPhone',
  'field.notOneOf',
  'fields.invalid',
  'upload.malformed',
  'upload.tooLarge',
  'upload.textTooLarge',
  'upload.totalTooLarge',
  'upload.wrongType',
  'upload.badName',
  'upload.empty',
  'upload.unreadable',
  'upload.cancelled',
  'upload.busy',
  'upload.sending',
  'upload.working',
  'upstream.unreachable',
  'upstream.timeout',
  'upstream.badAnswer',
  'upstream.failed',
  'upstream.busy',
  'upstream.down',
  'upstream.refused',
  'host.callMissing',
  'storage.busy',
  'storage.away',
  'server.draining',
  'applicant.nameRequired',
  'applicant.emailRequired',
  'applicant.cvRequired',
  'applicant.consentRequired',
  'applicant.received',
  'form.tooOften',
  'intake.full',
  'intake.noSpace',
] as const satisfies readonly ErrorCode[];

type VisitorCode = (typeof visitorCodes)[number];

/** The messages for visitors in English, as all calls answer them. */
export const visitorMessages = Object.fromEntries(visitorCodes.map((code) => [code, messages[code]])) as Pick<
  typeof messages,
  VisitorCode
>;

/** The English messages as patterns; a placeholder matches any text. */
const patterns = visitorCodes.map((code) => {
  const escaped = messages[code].replace(/[.*+?^$()|[\]\\/]/g, '\\$&');
  return [code, new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`)] as const;
});

/**
 * Returns a text of an answer in the language of the site. Calls answer in English, which is their contract, so pages
 * and forms translate what they show. A text that is none of the product's, such as a message of a host, stays as it is.
 */
export function translated(text: string, words: Words<typeof visitorMessages>) {
  if (words.language === 'en') return text;
  for (const [code, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found) return (words as (key: VisitorCode, values?: object) => string)(code, found.groups);
  }
  return text;
}
