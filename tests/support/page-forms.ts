import request from 'supertest';
import { vi } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { pdf } from './files.ts';
import { type FormPart, sendForm, withTexts } from './forms.ts';
import type { Agent } from './sign-in.ts';
import type { TestApp } from './start-test-app.ts';

/** The forms with their pages, as a browser posts them, in the order of the page. */
export const pageForms = {
  application: {
    path: '/careers/apply?spontaneous=1',
    call: callPath(contract.applyJob),
    received: messages['applicant.received'],
    parts: (texts: Record<string, string> = {}): FormPart[] =>
      withTexts(
        [
          { name: 'source', text: '' },
          { name: 'name', text: 'عائشہ Khan' },
          { name: 'email', text: 'ayesha@applicant.example' },
          { name: 'phone', text: '+92 300 1234567' },
          { name: 'city', text: 'پشاور' },
          { name: 'portfolio_url', text: 'linkedin.com/in/ayesha' },
          { name: 'cover_letter', text: 'I draw.\r\n\r\nAnd I write.' },
          { name: 'cv', file: pdf(), filename: 'CV Ayesha ✓.pdf', type: 'application/pdf' },
          { name: 'consent', text: '1' },
          { name: 'form_token', text: 'x' },
          { name: 'website', text: '' },
        ],
        texts,
      ),
  },
  contact: {
    path: pathTo('contact'),
    call: callPath(contract.contactUs),
    received: messages['message.received'],
    parts: (texts: Record<string, string> = {}): FormPart[] =>
      withTexts(
        [
          { name: 'name', text: 'عائشہ Khan' },
          { name: 'email', text: 'ayesha@visitor.example' },
          { name: 'phone', text: '+92 300 1234567' },
          { name: 'subject', text: 'ایک فلم' },
          { name: 'message', text: 'Hello,\r\n\r\ncan you make one?' },
          { name: 'form_token', text: 'x' },
          { name: 'website', text: '' },
        ],
        texts,
      ),
  },
  deletion: {
    path: pathTo('deleteAccount'),
    call: callPath(contract.requestAccountDeletion),
    received: messages['message.deletionReceived'],
    parts: (texts: Record<string, string> = {}): FormPart[] =>
      withTexts(
        [
          { name: 'app_name', text: 'Naqsh Notes' },
          { name: 'account_identifier', text: 'ayesha' },
          { name: 'email', text: 'ayesha@visitor.example' },
          { name: 'name', text: '' },
          { name: 'message', text: 'Please.' },
          { name: 'form_token', text: 'x' },
          { name: 'website', text: '' },
        ],
        texts,
      ),
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
export function openPage(app: TestApp, path: string, headers: Record<string, string> = {}) {
  return request(app.url).get(path).set(asBrowser).set(headers);
}

/** Posts a form as a browser without scripts does, and returns the answer; redirects are not followed. */
export function postPage(
  app: TestApp,
  path: string,
  parts: readonly FormPart[],
  headers: Record<string, string> = {},
) {
  return sendForm(request(app.url).post(path).set(asBrowser).set(headers).redirects(0), parts);
}

/** One control of a form in a page. */
interface Control {
  tag: string;
  attributes: Record<string, string>;
  value: string;
}

/** A form of a page, as found in the HTML. */
export interface FormInPage {
  attributes: Record<string, string>;
  controls: Record<string, Control>;
  /** The whole element. */
  html: string;
}

/** Returns the form of this name in a page; throws if there is none. */
export function formIn(html: string, name: string): FormInPage {
  const [whole = '', tag = ''] =
    new RegExp(`(<form\\b[^>]*\\bname="${name}"[^>]*>).*?</form>`, 's').exec(html) ?? [];
  if (!whole) throw new Error(`The page has no form ${name}.`);
  const controls: Record<string, Control> = {};
  const found = whole.matchAll(
    /<(input|select|textarea)\b([^>]*)>(?:([^<]*)<\/textarea>|((?:(?!<\/select>).)*)<\/select>)?/gs,
  );
  for (const [, kind = '', text = '', area, options] of found) {
    const attributes = attributesOf(text);
    const chosen = options && /<option\b(?=[^>]*\bselected)([^>]*)>/.exec(options)?.[1];
    const value =
      kind === 'textarea'
        ? unescaped(area ?? '')
        : kind === 'select'
          ? (attributesOf(chosen ?? '').value ?? '')
          : (attributes.value ?? '');
    if (attributes.name) controls[attributes.name] = { tag: kind, attributes, value };
  }
  return { attributes: attributesOf(tag), controls, html: whole };
}

/** Returns the text of a page without its tags, as people read it. */
export function wordsOf(html: string): string {
  return unescaped(html.replace(/<script\b.*?<\/script>/gs, '').replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ');
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      unescaped(value),
    ]),
  );
}

function unescaped(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_mark, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
