import type { Page } from '@playwright/test';
import type { Credentials } from '#shared/schemas/session.ts';
import { exactly, labelled, named } from './names.ts';

/** The sign-in form, on its own page or in the dialog over a screen. */
export function loginForm(page: Page) {
  const form = named(page, 'form', 'Sign in');
  return {
    form,
    // A host may use user names instead of email addresses.
    email: form.getByLabel(/^(Email|User name)$/),
    password: labelled(form, 'Password'),
    submit: exactly(form, 'button', 'Sign in'),
  };
}

export async function fillLogin(page: Page, { email, password }: Credentials) {
  const form = loginForm(page);
  await form.email.fill(email);
  await form.password.fill(password);
  await form.submit.click();
}
