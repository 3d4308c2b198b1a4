import { html, type Markup } from '#shared/markup.ts';
import { directionOfLanguage, type Language } from '#shared/words/language.ts';

/**
 * Returns a whole page that needs no script and no style sheet, so that opening it makes no further request. It is
 * styled by style attributes, which the CSP permits, and by the browser's own light and dark colours. Pages for people
 * who work on the site are in English, as is the admin area.
 */
export function linkDocument({
  title,
  body,
  language = 'en',
}: {
  title: string;
  body: Markup;
  language?: Language;
}) {
  const isRtl = directionOfLanguage(language) === 'rtl';
  // The letters of right-to-left scripts are joined, and higher than Latin ones.
  const tight = isRtl ? 'line-height:1.8' : 'line-height:1.1;letter-spacing:-.02em';
  return html`<!doctype html>
<html lang="${language}"${isRtl && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
</head>
<body style="margin:0;font:1.0625rem/1.6 system-ui,sans-serif">
<main style="box-sizing:border-box;min-height:100vh;max-width:34rem;margin:0 auto;padding:12vh 1.5rem 4rem">
<h1 style="margin:0 0 1rem;font-size:clamp(2rem,7vw,3rem);${tight};overflow-wrap:anywhere">${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}

const box = 'box-sizing:border-box;width:100%;font:inherit;min-height:2.75rem;padding:.5rem .75rem';

interface LinkField {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'email';
  autocomplete: string;
  value?: string;
  hint?: string;
  error?: string;
}

/** Returns a labelled field with its hint and its error. */
export function linkField({ name, label, type = 'text', autocomplete, value, hint, error }: LinkField) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<p style="margin:0 0 1.25rem">
<label for="${name}" style="display:block;font-weight:600">${label}</label>
${hint && html`<span id="${name}-hint" style="display:block;font-size:.9375rem">${hint}</span>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" dir="auto" value="${value ?? ''}" required style="${box}"${
    describedBy !== '' && html` aria-describedby="${describedBy}"`
  }${error !== undefined && html` aria-invalid="true"`}>
${error && html`<span id="${name}-error" style="display:block;font-weight:600">${error}</span>`}
</p>`;
}

/** Returns a form that is posted to the URL of its own page, so that the link is not sent to any other URL. */
export function linkForm({ fields, submit }: { fields: Markup; submit: string }) {
  return html`<form method="post">
${fields}
<p style="margin:0"><button type="submit" style="font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.5rem;cursor:pointer">${submit}</button></p>
</form>`;
}
