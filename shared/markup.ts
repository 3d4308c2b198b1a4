import { escapeHtml } from './escape-html.ts';

/** Markup that can safely be put into a document. Only `html` creates it, so every text in it is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | undefined | false | readonly Markup[];

/**
 * Template tag: inserts values between pieces of markup. Texts are escaped; markup that `html` made is inserted as it
 * is; `undefined` and `false` insert nothing.
 */
export function html(pieces: TemplateStringsArray, ...values: Value[]) {
  return new Markup(pieces.map((piece, at) => piece + written(values[at])).join(''));
}

function written(value: Value) {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
}
