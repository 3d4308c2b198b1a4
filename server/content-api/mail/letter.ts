import { html } from '#shared/markup.ts';
import type { Site } from '#shared/schemas/site.ts';
import { shortAddress } from '#shared/site/contact-links.ts';
import { type ThemeColors, themeOf } from '#shared/site/theme.ts';
import { directionOfLanguage, type Language } from '#shared/words/language.ts';

/**
 * One block of a mail. Templates consist of blocks in plain text, from which the text and the HTML of the mail are
 * made.
 */
export type Piece =
  | { paragraph: string }
  | { facts: readonly (readonly [name: string, value: string])[] }
  /** Text by another person: set apart, with its lines unchanged. */
  | { quote: string }
  | { link: string; address: string };

/** The contents of a template. */
export interface Letter {
  subject: string;
  /** The language of the mail; English if left out, as all mails to the people of the company are. */
  language?: Language;
  pieces: readonly Piece[];
}

/** A rendered mail. */
export interface RenderedLetter {
  /** A single line. */
  subject: string;
  text: string;
  html: string;
}

/**
 * Renders the text and the HTML of a mail. The contents of the pieces are treated as plain text: they cannot add
 * markup, a header or a control character.
 */
export function renderLetter(letter: Letter, publicUrl: URL, site: Site): RenderedLetter {
  const subject = asLine(letter.subject);
  const pieces = letter.pieces.map(cleaned);
  return {
    subject,
    text: textForm(pieces, publicUrl, site),
    html: htmlForm({ ...letter, subject, pieces }, publicUrl, site),
  };
}

/** The longest subject, in characters: mail readers cut longer ones anyway. */
const longestSubject = 200;

/** Returns the text as a single line: without line breaks, control characters and changes of text direction. */
export function asLine(text: string) {
  const line = plain(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > longestSubject ? `${characters.slice(0, longestSubject - 1).join('')}…` : line;
}

/** Removes control characters, and those that reverse the direction of the text ("exe.fdp"). */
function plain(text: string) {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u202A-\u202E\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, ' ');
}

function cleaned(piece: Piece): Piece {
  if ('paragraph' in piece) return { paragraph: plain(piece.paragraph) };
  if ('quote' in piece) return { quote: plain(piece.quote) };
  if ('facts' in piece) return { facts: piece.facts.map(([name, value]) => [name, asLine(value)]) };
  return piece;
}

function textForm(pieces: readonly Piece[], publicUrl: URL, site: Site) {
  const written = pieces.map((piece) => {
    if ('paragraph' in piece) return piece.paragraph;
    if ('facts' in piece) return piece.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    if ('quote' in piece) return piece.quote.replace(/^/gm, '> ');
    return `${piece.link}: ${piece.address}`;
  });
  // "-- " with its space begins a signature (RFC 3676 §4.3).
  return [...written, ['-- ', site.name, ...placeOf(site), publicUrl.href].join('\n')].join('\n\n');
}

/**
 * Makes the HTML of a mail. Styles are inline, since mail readers drop style sheets. No image and nothing from other
 * servers is loaded.
 */
function htmlForm({ subject, pieces, language = 'en' }: Letter, publicUrl: URL, site: Site) {
  // Mail readers with a dark theme derive it from the light colours.
  const colors = themeOf(site.brand.colors).light;
  const { bg, surface, ink, 'ink-soft': soft, line, accent } = colors;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOfLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 16px;background:${bg};color:${ink};font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px;background:${surface};border-top:4px solid ${accent}">
${pieces.map((piece) => htmlPiece(piece, colors))}
<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid ${line};color:${soft};font-size:14px">${site.name}<br>
${placeOf(site).map((place) => html`${place}<br>\n`)}<a href="${publicUrl.href}" style="color:${accent}">${publicUrl.host}</a></p>
</div>
</body>
</html>
`.text;
}

/** Returns the place of the company as one line of a signature; no line for a company without an address. */
function placeOf({ address }: Site) {
  return address ? [shortAddress(address)] : [];
}

function htmlPiece(piece: Piece, { line, accent, 'ink-soft': soft }: ThemeColors) {
  if ('paragraph' in piece) {
    return html`<p dir="auto" style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere">${piece.paragraph}</p>\n`;
  }
  if ('quote' in piece) {
    return html`<blockquote dir="auto" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${line};white-space:pre-wrap;overflow-wrap:anywhere">${piece.quote}</blockquote>\n`;
  }
  if ('facts' in piece) {
    const rows = piece.facts.map(
      ([name, value]) =>
        html`<tr><th scope="row" style="padding:4px 0;padding-inline-end:16px;text-align:start;vertical-align:top;color:${soft};font-weight:normal">${name}</th><td dir="auto" style="padding:4px 0;overflow-wrap:anywhere"><strong>${value}</strong></td></tr>\n`,
    );
    return html`<table style="margin:0 0 16px;border-collapse:collapse">\n${rows}</table>\n`;
  }
  return html`<p style="margin:0 0 16px"><a href="${piece.address}" style="color:${accent};font-weight:bold">${piece.link}</a></p>\n`;
}
