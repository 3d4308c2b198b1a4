import { escapeHtml } from '#shared/escape-html.ts';
import { scriptOn, type TextScript } from '#shared/text-direction.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import type { english } from '#shared/words/english.ts';
import { directionOfLanguage, type Language } from '#shared/words/language.ts';
import { translated } from '#shared/words/visitor-messages.ts';

type TitleKey =
  | 'notFound.pageTitle'
  | 'notice.busyTitle'
  | Extract<keyof typeof english, `errorPage.${string}`>;

const titles: Record<number, TitleKey> = {
  400: 'errorPage.badAddress',
  403: 'errorPage.notSent',
  404: 'notFound.pageTitle',
  405: 'errorPage.notHere',
  415: 'errorPage.notSent',
  503: 'notice.busyTitle',
};

interface ErrorPage {
  status: number;
  /** The message in English; it is translated if visitors see it anywhere (shared/words/visitor-messages.ts). */
  message: string;
  requestId: string;
  language: Language;
  /** The address of the form that was posted; by default the page links to the home page. */
  form?: string;
}

/**
 * Returns an error page that needs no script, style sheet or built client, because any of these may be what failed.
 * It is styled by style attributes, which the CSP permits, and by the browser's own light and dark colours.
 */
export function errorPage({ status, message, requestId, language, form }: ErrorPage): string {
  const words = wordsOf(language);
  const dir = directionOfLanguage(language);
  const title = escapeHtml(
    words(titles[status] ?? (status >= 500 ? 'errorPage.failed' : 'errorPage.refused')),
  );
  const link = words(form === undefined ? 'error.home' : 'errorPage.openForm');
  const text = translated(message, words);
  // The letters of right-to-left scripts are joined, and higher than Latin ones.
  const tight = dir === 'rtl' ? 'line-height:1.8' : 'line-height:1.05;letter-spacing:-.03em';
  return `<!doctype html>
<html lang="${language}"${dir === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body style="margin:0;font:1.0625rem/1.6 system-ui,sans-serif">
<main style="box-sizing:border-box;min-height:100vh;max-width:40rem;padding:12vh 1.5rem 4rem">
<p style="margin:0;font-variant-numeric:tabular-nums">${status}</p>
<h1 style="margin:.5rem 0 1rem;font-size:clamp(2.25rem,8vw,4rem);${tight}">${title}</h1>
<p${attributesOf(scriptOn(dir, text))} style="margin:0 0 2rem">${escapeHtml(text)}</p>
<p style="margin:0 0 3rem"><a href="${escapeHtml(form ?? '/')}" style="color:inherit;display:inline-block;padding:.25rem 0">${escapeHtml(link)}</a></p>
<p style="margin:0;font-size:.875rem">${escapeHtml(words('notice.reference'))} <code>${escapeHtml(requestId)}</code></p>
</main>
</body>
</html>
`;
}

function attributesOf({ dir, lang }: TextScript): string {
  return (dir ? ` dir="${dir}"` : '') + (lang ? ` lang="${lang}"` : '');
}
