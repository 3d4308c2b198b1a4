import request from 'supertest';
import { type FormPart, sendForm } from './forms.ts';
import type { TestApp } from './start-test-app.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A page as a browser without scripts asks for it. */
export function openPage(app: TestApp, path: string, headers: Record<string, string> = {}) {
  return request(app.url).get(path).set(asBrowser).set(headers);
}

/** A form as such a browser posts it, and the page that comes back; redirects are not followed. */
export function postPage(
  app: TestApp,
  path: string,
  parts: readonly FormPart[],
  headers: Record<string, string> = {},
) {
  return sendForm(request(app.url).post(path).set(asBrowser).set(headers).redirects(0), parts);
}

/** One control of a form in a page. */
export interface Control {
  tag: string;
  attributes: Record<string, string>;
  /** What it holds. */
  value: string;
}

/** A form of a page, as it stands in the HTML. */
export interface FormInPage {
  attributes: Record<string, string>;
  controls: Record<string, Control>;
  /** The whole element. */
  html: string;
}

/** The form of this name in a page; throws when there is none. */
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

/** What people read in a page: its text without tags. */
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
