import type { Locator, Page } from 'playwright-core';

/** Elements of every public form. */
function frameOf(page: Page, form: Locator) {
  return {
    form,
    alert: form.getByRole('alert'),
    busy: form.getByRole('button', { name: 'Submitting...' }),
    restored: form.getByText('The form still contains what you typed before.'),
    startAfresh: form.getByRole('button', { name: 'Clear form' }),
    trap: form.locator('[name="website"]'),
    copy: page.getByRole('region', { name: 'What you sent' }),
  };
}

/** The contact form, and the receipt after it. */
export function contactForm(page: Page) {
  const form = page.getByRole('form', { name: 'Message' });
  return {
    ...frameOf(page, form),
    name: form.getByLabel('Name', { exact: true }),
    email: form.getByLabel('Email'),
    phone: form.getByLabel('Phone (optional)'),
    subject: form.getByLabel('Subject'),
    message: form.getByLabel('Message', { exact: true }),
    send: form.getByRole('button', { name: 'Send message' }),
    received: page.getByRole('heading', { name: 'Thank you. Your message has reached us.' }),
    again: page.getByRole('button', { name: 'Write another message' }),
  };
}

/** The visitor's texts. */
export const letter = {
  name: 'عائشہ Khan',
  email: 'ayesha@visitor.example',
  phone: '+92 300 1234567',
  subject: 'ایک فلم',
  message: 'Hello,\n\ncan you make one?',
} as const;

type ContactForm = ReturnType<typeof contactForm>;
const letterFields = Object.keys(letter) as (keyof typeof letter)[];

/** Fills every field without sending the form. */
export async function fillLetter(form: ContactForm): Promise<void> {
  for (const field of letterFields) await form[field].fill(letter[field]);
}
