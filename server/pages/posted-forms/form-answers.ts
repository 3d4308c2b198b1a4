import type { Response } from 'express';
import type { PageOutcome } from '#shared/page-forms.ts';

/** What became of a form that was posted to a page, and the status that says so. */
export interface FormAnswer {
  outcome: PageOutcome;
  status: number;
}

const answers = new WeakMap<Response, FormAnswer>();

/** Notes what the page that answers this request is to be rendered with. */
export function noteFormAnswer(res: Response, answer: FormAnswer): void {
  answers.set(res, answer);
}

/** Absent for a page that is only read. */
export function formAnswerOf(res: Response): FormAnswer | undefined {
  return answers.get(res);
}
