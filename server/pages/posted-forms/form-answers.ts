import type { Response } from 'express';
import type { PageOutcome } from '#shared/page-forms.ts';

/** The result of a form that was posted to a page, and its status. */
export interface FormAnswer {
  outcome: PageOutcome;
  status: number;
}

const answers = new WeakMap<Response, FormAnswer>();

/** Notes the answer with which the page of this request is rendered. */
export function noteFormAnswer(res: Response, answer: FormAnswer): void {
  answers.set(res, answer);
}

/** Returns the noted answer; undefined for a page that is only read. */
export function formAnswerOf(res: Response): FormAnswer | undefined {
  return answers.get(res);
}
