import type { Response } from 'express';
import type { PageOutcome } from '#shared/page-forms.ts';

/** The result of a form that was posted to a page, and the HTTP status of the page that shows the result. */
export interface FormAnswer {
  outcome: PageOutcome;
  status: number;
}

const answers = new WeakMap<Response, FormAnswer>();

/** Stores the result of the posted form, which the page of this request will show. */
export function noteFormAnswer(res: Response, answer: FormAnswer): void {
  answers.set(res, answer);
}

/** Returns the stored result; undefined if no form was posted. */
export function formAnswerOf(res: Response): FormAnswer | undefined {
  return answers.get(res);
}
