import { messages } from './messages.ts';

/**
 * The public forms as their pages have them: without scripts a browser posts each to the address of its own page, and the
 * server answers with the page. What the two sides tell each other of such a post stands here.
 */
export type PageFormName = 'application' | 'contact' | 'deletion';

/** A posted form that was not taken: the page shows it again with all of this. */
export interface RejectedForm {
  form: PageFormName;
  /** What was typed, by field. */
  values: Record<string, string>;
  /** What is wrong, by field. */
  errors: Record<string, string>;
  /** Why it was not taken, as a whole. */
  text: string;
  /** The name of the file that came along: a page cannot put it back, so it has to be chosen again. */
  file?: string;
  /** The job takes no applications any more. */
  closed?: true;
  /** The API host does not take this form: it can be sent by email instead. */
  notTaken?: true;
  /** Nothing more can be kept for the API host at the moment: it can be sent again later, or by email. */
  full?: true;
}

/** A form that was taken. Nothing in it was typed by anybody: it stands in an address. */
export interface FormReceipt {
  form: PageFormName;
  /** As the address has it. */
  token: string;
  reference?: string | undefined;
  /** ISO time by which a deletion is done. */
  dueAt?: string | undefined;
}

/** What became of a form that was posted to the page that is rendered. */
export interface PageOutcome {
  rejected?: RejectedForm;
  receipt?: FormReceipt;
}

/** The query parameter of a receipt. */
export const receiptParam = 'received';

/** What a page with a form is about: it stays in the address of the receipt. Where the visitor came from was for the form. */
const subjectParams = ['spontaneous', 'app'];

/** The address of a receipt on the page of its form, given as path and query; without a token that of the page. */
export function receiptAddress(
  form: PageFormName,
  path: string,
  query: URLSearchParams,
  token?: string,
): string {
  const kept = [...query].filter(([name]) => subjectParams.includes(name));
  const params = new URLSearchParams(
    token === undefined ? kept : [...kept, [receiptParam, token]],
  ).toString();
  return `${path}${params && `?${params}`}#${formAnchors[form]}`;
}

/** There is no room for a form, among those that wait or on the disk, or nothing can be written now. Visitors can do nothing about it but wait, or write an email. */
const noRoom = {
  'intake.full': 'intake.full',
  'storage.full': 'intake.noSpace',
  'storage.busy': 'intake.noSpace',
  'storage.away': 'intake.noSpace',
  'upload.noSpace': 'intake.noSpace',
} as const;

/** What a visitor is told whose form cannot be kept, given the error's own code and text; undefined for other errors. */
export function noRoomText(code: string, text: string): string | undefined {
  if (!Object.hasOwn(noRoom, code)) return undefined;
  const shown = noRoom[code as keyof typeof noRoom];
  return shown === code ? text : messages[shown];
}

/** Where a form stands in its page: browsers go there when the page comes back. */
export const formAnchors: Record<PageFormName, string> = {
  application: 'apply',
  contact: 'write',
  deletion: 'request',
};

/** The id of a field's control, for links to it. */
export function fieldId(form: PageFormName, field: string): string {
  return `${form}-${field}`;
}

/** Portfolio and LinkedIn share one field of the form: which of the two it holds is seen from the address. */
export function portfolioAddresses(typed: string): { portfolio_url: string; linkedin_url: string } {
  const address = wholeAddress(typed);
  const isLinkedIn = /^https?:\/\/(?:[^/?#@]*\.)?linkedin\.com\.?(?::\d+)?(?:[/?#]|$)/i.test(address);
  return isLinkedIn
    ? { portfolio_url: '', linkedin_url: address }
    : { portfolio_url: address, linkedin_url: '' };
}

/** People write "behance.net/name"; an address on the wire begins with its scheme. */
function wholeAddress(typed: string): string {
  const text = typed.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(text) ? `https://${text}` : text;
}
