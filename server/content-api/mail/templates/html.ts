/** HTML that is safe in a page. Only `html` creates it. */
export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes every inserted value, except HTML made by this function. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | SafeHtml | readonly SafeHtml[])[]
): SafeHtml {
  return new SafeHtml(parts.reduce((before, part, index) => before + written(values[index - 1]) + part));
}

function written(value: string | number | SafeHtml | readonly SafeHtml[] | undefined): string {
  if (value instanceof SafeHtml) return value.text;
  if (typeof value === 'object') return value.map((each) => each.text).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
