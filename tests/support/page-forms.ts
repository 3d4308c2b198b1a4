import request from 'supertest';
import { vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { pdf } from './files.ts';
import { type FormPart, sendForm, withTexts } from './forms.ts';
import type { Agent } from './sign-in.ts';
import type { TestApp } from './start-test-app.ts';

const cv: FormPart = { name: 'cv', file: pdf(), filename: 'CV Ayesha ✓.pdf', type: 'application/pdf' };
/** Returns what fills a form in, `cv` being a file; `texts` replaces some of it. */
const filled =
  (form: Record<string, string>) =>
  (texts: Record<string, string> = {}) =>
    withTexts(
      Object.entries({ ...form, form_token: 'x', website: '' }).map(([name, text]) =>
        name === 'cv' ? cv : { name, text },
      ),
      texts,
    );

/** The forms with their pages, as a browser posts them, in the order of the page. */
export const pageForms = {
  application: {
    path: '/careers/apply?spontaneous=1',
    call: callPath(contract.applyJob),
    received: messages['applicant.received'],
    parts: filled({
      source: '',
      name: 'عائشہ Khan',
      email: 'ayesha@applicant.example',
      phone: '+92 300 1234567',
      city: 'پشاور',
      portfolio_url: 'linkedin.com/in/ayesha',
      cover_letter: 'I draw.\r\n\r\nAnd I write.',
      cv: '',
      consent: '1',
    }),
  },
  contact: {
    path: pathTo('contact'),
    call: callPath(contract.contactUs),
    received: messages['message.received'],
    parts: filled({
      name: 'عائشہ Khan',
      email: 'ayesha@visitor.example',
      phone: '+92 300 1234567',
      subject: 'ایک فلم',
      message: 'Hello,\r\n\r\ncan you make one?',
    }),
  },
  deletion: {
    path: `${pathTo('deleteAccount')}?app=qissa`,
    call: callPath(contract.requestAccountDeletion),
    received: messages['message.deletionReceived'],
    parts: filled({
      app_name: 'Naqsh Notes',
      account_identifier: 'ayesha',
      email: 'ayesha@visitor.example',
      name: '',
      message: 'Please.',
    }),
  },
};

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Returns a form token that is old enough not to be refused as a robot's. */
export async function agedToken(visitor: Agent): Promise<string> {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - limits.formMinSeconds * 1000 - 50);
  try {
    const { body } = await visitor.get(callPath(contract.formToken));
    return body.data.form_token;
  } finally {
    clock.mockRestore();
  }
}

/** Requests a page as a browser without scripts does. */
export function openPage({ url }: Pick<TestApp, 'url'>, path: string, headers: Record<string, string> = {}) {
  return request(url).get(path).set(asBrowser).set(headers);
}

/** Posts a form as a browser without scripts does, and returns the answer; redirects are not followed. */
export function postPage(
  { url }: Pick<TestApp, 'url'>,
  path: string,
  parts: readonly FormPart[],
  headers: Record<string, string> = {},
) {
  return sendForm(request(url).post(path).set(asBrowser).set(headers).redirects(0), parts);
}

/** Returns the form of this name in a page, with its controls by name; throws if there is none. */
export function formIn(html: string, name: string) {
  const [whole, tag = ''] =
    new RegExp(`(<form\\b[^>]*\\bname="${name}"[^>]*>).*?</form>`, 's').exec(html) ?? [];
  if (!whole) throw new Error(`The page has no form ${name}.`);
  const controls: Record<string, { attributes: Record<string, string>; value: string }> = {};
  const found = whole.matchAll(
    /<(?:input|select|textarea)\b([^>]*)>(?:([^<]*)<\/textarea>|((?:(?!<\/select>).)*)<\/select>)?/gs,
  );
  for (const [, text = '', area, options = ''] of found) {
    const attributes = attributesOf(text);
    const chosen = attributesOf(/<option\b(?=[^>]*\bselected)([^>]*)>/.exec(options)?.[1] ?? '').value;
    const value = area === undefined ? (attributes.value ?? chosen ?? '') : unescaped(area);
    if (attributes.name) controls[attributes.name] = { attributes, value };
  }
  return { attributes: attributesOf(tag), controls, html: whole };
}

/** Returns the text of a page without its tags, as people read it. */
export function wordsOf(html: string) {
  return unescaped(html.replace(/<script\b.*?<\/script>/gs, '').replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ');
}

function attributesOf(text: string): Record<string, string> {
  const all = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(all.map(([, name = '', value = '']) => [name.toLowerCase(), unescaped(value)]));
}

/** Returns the text that these entities stand for. */
export function unescaped(text: string) {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return text.replace(/&(?:#x([0-9a-f]+)|(lt|gt|quot|amp));/gi, (_mark, code: string, name: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (signs[name] ?? ''),
  );
}
