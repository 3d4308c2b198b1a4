import type { Page } from '@playwright/test';
import { pdf } from '../../support/files.ts';
import { labelled, named } from './names.ts';

/** The apply form, and the receipt after it. */
export function applyForm(page: Page) {
  const form = named(page, 'form', 'Application');
  return {
    form,
    name: labelled(form, 'Name'),
    email: form.getByLabel('Email'),
    phone: form.getByLabel('Phone (optional)'),
    city: form.getByLabel('City (optional)'),
    link: form.getByLabel('Portfolio or LinkedIn (optional)'),
    letter: form.getByLabel('Cover letter (optional)'),
    cv: labelled(form, 'CV'),
    cvName: (name: string) => form.getByText(name, { exact: true }),
    consent: named(form, 'checkbox', /^I agree that/),
    send: named(form, 'button', 'Send application'),
    alert: form.getByRole('alert'),
    restored: form.getByText('The form still contains what you typed before.'),
    cancel: named(form, 'button', 'Cancel upload'),
    received: named(page, 'heading', 'Thank you. Your application has reached us.'),
    reference: page.locator('strong'),
    copy: named(page, 'button', 'Copy reference'),
  };
}

export type ApplyForm = ReturnType<typeof applyForm>;

export const cvFile = (name = 'CV Ayesha ✓.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf(),
});

/** The applicant's texts. */
export const texts = {
  name: 'عائشہ Khan',
  email: 'ayesha@applicant.example',
  phone: '+92 300 1234567',
  city: 'پشاور',
  link: 'linkedin.com/in/ayesha',
  letter: 'I draw.\n\nAnd I write.',
} as const;

const fields = Object.keys(texts) as (keyof typeof texts)[];

/** Fills every field without sending the form. */
export async function fillApplication(form: ApplyForm, cv = cvFile()): Promise<void> {
  for (const field of fields) await form[field].fill(texts[field]);
  await form.cv.setInputFiles(cv);
  await form.cvName(cv.name).waitFor();
  await form.consent.check();
}

/** Fills every field without waiting for the file name: without scripts the page does not confirm a chosen file. */
export async function fillByHand(page: Page, cv: ReturnType<typeof cvFile>): Promise<ApplyForm> {
  const form = applyForm(page);
  for (const field of fields) await form[field].fill(texts[field]);
  await form.cv.setInputFiles(cv);
  await form.consent.check();
  return form;
}

/** Returns the current texts of the form. */
export async function textsOf(form: ApplyForm): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const field of fields) values[field] = await form[field].inputValue();
  return values;
}
