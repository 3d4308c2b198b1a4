import { messages } from './messages.ts';

/**
 * The public forms, as their pages contain them. Without scripts a browser posts each form to the URL of its own
 * page, and the server answers with that page. This file defines the data that client and server exchange about such
 * a post.
 */
export type PageFormName = 'application' | 'contact' | 'deletion';

/** A posted form that was rejected. The page shows the form again with these values and texts. */
export interface RejectedForm {
  form: PageFormName;
  /** The typed values, by field. */
  values: Record<string, string>;
  /** The errors, by field. */
  errors: Record<string, string>;
  /** Why the form as a whole was rejected. */
  text: string;
  /** The name of the uploaded file. A page cannot put the file back, so the visitor has to choose it again. */
  file?: string;
  /** True if the job no longer accepts applications. */
  closed?: true;
  /** True if the API host does not support this form: the visitor can send it by email instead. */
  notTaken?: true;
  /** True if the queue for the API host is full at the moment: the visitor can send the form later, or by email. */
  full?: true;
}

/** The receipt of an accepted form. It contains nothing that a visitor typed, because it is part of a URL. */
export interface FormReceipt {
  form: PageFormName;
  /** The token in the URL. */
  token: string;
  reference?: string;
  /** ISO time by which an account deletion is due. */
  dueAt?: string;
}

/** The outcome of a form that was posted to the page that is rendered. */
export interface PageOutcome {
  rejected?: RejectedForm;
  receipt?: FormReceipt;
}

/** The query parameter of a receipt. */
export const receiptParam = 'received';

/** The query parameter with the title of the work that a message is about. */
export const aboutParam = 'about';

/**
 * Query parameters that determine the subject of a form's page; the URL of the receipt retains them. The parameter
 * `source` (where the visitor comes from) is not retained, because only the form itself needs it.
 */
const subjectParams = ['spontaneous', 'app'];

/** Returns the facts of an accepted form in a host's answer, which may contain any type. */
export function receiptOf(data: unknown) {
  const { reference, due_at } = Object(data);
  return { reference: asText(reference), dueAt: asText(due_at) };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * Returns the URL (path and query) of a receipt, on the page of its form. Without a token returns the URL of the
 * page.
 */
export function receiptAddress(form: PageFormName, path: string, query: URLSearchParams, token?: string) {
  const kept = [...query].filter(([name]) => subjectParams.includes(name));
  const params = new URLSearchParams(
    token === undefined ? kept : [...kept, [receiptParam, token]],
  ).toString();
  return `${path}${params && `?${params}`}#${formAnchors[form]}`;
}

/**
 * Error codes for a form that cannot be stored now, each with the code of the text that the visitor sees: the queue
 * or the disk is full, or writing fails. Visitors can only wait, or write an email.
 */
const noRoom = {
  'intake.full': 'intake.full',
  'storage.full': 'intake.noSpace',
  'storage.busy': 'intake.noSpace',
  'storage.away': 'intake.noSpace',
  'upload.noSpace': 'intake.noSpace',
} as const;

/**
 * Returns the text that the visitor sees for a form that cannot be stored, given the error's own code and text;
 * undefined for other errors.
 */
export function storageFullText(code: string, text: string) {
  if (!Object.hasOwn(noRoom, code)) return undefined;
  const shown = noRoom[code as keyof typeof noRoom];
  return shown === code ? text : messages[shown];
}

/**
 * Anchors of the forms in their pages. When the page is loaded again after a post, the browser scrolls to the form.
 */
export const formAnchors: Record<PageFormName, string> = {
  application: 'apply',
  contact: 'write',
  deletion: 'request',
};

/** Returns the id of a field's control, for links to it. */
export function fieldId(form: PageFormName, field: string) {
  return `${form}-${field}`;
}

/**
 * Assigns the URL that a visitor typed to one of two fields: a URL of linkedin.com to `linkedin_url`, any other URL
 * to `portfolio_url`.
 */
export function portfolioAddresses(typed: string) {
  const isLinkedIn = /^\s*(?:https?:\/\/)?(?:[^/?#@\s]*\.)?linkedin\.com\.?(?::\d+)?(?:[/?#\s]|$)/i.test(
    typed,
  );
  return isLinkedIn ? { portfolio_url: '', linkedin_url: typed } : { portfolio_url: typed, linkedin_url: '' };
}
