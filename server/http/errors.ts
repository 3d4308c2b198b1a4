import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { html } from '#shared/markup.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { scriptOn } from '#shared/text-direction.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import type { english } from '#shared/words/english.ts';
import { directionOfLanguage, type Language } from '#shared/words/language.ts';
import { translated } from '#shared/words/visitor-messages.ts';
import { AppError } from '../errors.ts';
import { causeOf, findingsOf, noteFindings, noteProblems, requestIdOf } from './requests.ts';

/** Answers 404 to a request that no pass has handled. */
export function answerNotFound(): RequestHandler {
  return (_req, _res, next) => next(new AppError('request.notFound', 404));
}

/** Headers that a pass may have set for the answer that failed. They would be wrong for the error and are removed. */
const ofTheFailedAnswer = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Last-Modified',
];

/**
 * Turns every error into the envelope of shared/contract/README.md, "Answers"; a browser that navigates to a page
 * gets a plain page in the language of the site instead. An unexpected error becomes a 500 without details, and its
 * stack is logged. If the headers have been sent, the connection is cut, because a clean end would make a broken answer
 * look complete.
 */
export function handleErrors(log: Logger, site?: () => { language: Language }): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const known = asAppError(error);
    const id = requestIdOf(res);
    if (res.destroyed) {
      // The visitor has disconnected, so the work for this request has ended with some error. That is no failure of
      // the site, and is logged only as information.
      log.info({ id, err: error }, 'the client closed the connection before the answer');
      return;
    }
    const { status, code, cause } = known ?? failed;
    noteFindings(res, { code });
    if (status >= 500) {
      // One call to the host may serve several requests; `asked` is the one that made it.
      const asked = known?.askedAs;
      noteProblems(res, [{ call: findingsOf(res).call?.row?.name, cause: causeOf(known ?? error), asked }]);
      if (!known) log.error({ id, err: error }, 'unexpected error');
      else if (cause !== undefined) log.error({ id, code, err: cause }, 'request failed');
    }
    if (res.headersSent) res.destroy();
    else sendError(known ?? failed, site?.().language ?? 'en', req, res);
  };
}

/** The answer to an unexpected error. */
const failed = new AppError('request.failed', 500);

function sendError(error: AppError, language: Language, req: Request, res: Response) {
  const { status, message } = error;
  for (const name of ofTheFailedAnswer) res.removeHeader(name);
  res.status(status).set({ 'Cache-Control': 'no-store', ...error.headers });
  if (wantsPage(req, res)) {
    res.type('html').send(errorPage({ status, message, requestId: requestIdOf(res), language }));
    return;
  }
  res.json(envelopeOf(error));
}

/** Returns the body of an answer that tells of an error. */
export function envelopeOf({ code, message, fields, data }: AppError): Envelope {
  return { status: 0, code, message, errors: fields, data };
}

/** Returns the error as an AppError; undefined for an unexpected error. */
function asAppError(error: unknown) {
  if (error instanceof AppError) return error;
  return error instanceof URIError ? new AppError('request.badTarget', 400) : undefined;
}

/**
 * True if a browser navigates to a page. Calls and assets are answered with JSON, regardless of their Accept header.
 */
export function wantsPage(req: Request, res: Response) {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  if (/^\/(api|assets)(\/|\?|$)/.test(req.originalUrl)) return false;
  res.vary('Accept');
  return req.accepts(['json', 'html']) === 'html';
}

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
export function errorPage({ status, message, requestId, language, form }: ErrorPage) {
  const words = wordsOf(language);
  const dir = directionOfLanguage(language);
  const title = words(titles[status] ?? (status >= 500 ? 'errorPage.failed' : 'errorPage.refused'));
  const link = words(form === undefined ? 'error.home' : 'errorPage.openForm');
  const text = translated(message, words);
  const script = scriptOn(dir, text);
  // The letters of right-to-left scripts are joined, and higher than Latin ones.
  const tight = dir === 'rtl' ? 'line-height:1.8' : 'line-height:1.05;letter-spacing:-.03em';
  return html`<!doctype html>
<html lang="${language}"${dir === 'rtl' && html` dir="rtl"`}>
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
<p${script.dir && html` dir="${script.dir}"`}${script.lang && html` lang="${script.lang}"`} style="margin:0 0 2rem">${text}</p>
<p style="margin:0 0 3rem"><a href="${form ?? '/'}" style="color:inherit;display:inline-block;padding:.25rem 0">${link}</a></p>
<p style="margin:0;font-size:.875rem">${words('notice.reference')} <code>${requestId}</code></p>
</main>
</body>
</html>
`.text;
}
