import { figureWidths, htmlPolicy } from '#shared/html-policy.ts';

export type Attributes = Record<string, string>;

/** The required form of an attribute's value; attributes that are not listed may have any text. */
const shapes: Record<string, RegExp> = {
  width: /^\d{1,5}%?$/,
  height: /^\d{1,5}%?$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^-?\d{1,6}$/,
  dir: /^(ltr|rtl|auto)$/i,
  lang: /^[a-z0-9-]{1,35}$/i,
  scope: /^(row|col|rowgroup|colgroup)$/i,
  'data-list': /^(bullet|ordered|checked|unchecked)$/,
  'data-width': new RegExp(`^(${figureWidths.join('|')})$`),
  'data-language': /^[\w+#-]{1,30}$/,
  frameborder: /^[01]$/,
};

/** The longest accepted style, in characters; the editor never writes one that is longer. */
const styleLength = 500;

/** Returns the attributes of a tag that the policy allows, each only if its value has the required form. */
export function keepAttributes(tag: string, given: Attributes): Attributes {
  const kept: Attributes = {};
  const named = Object.hasOwn(htmlPolicy.attributes, tag) ? htmlPolicy.attributes[tag] : undefined;
  for (const name of [...(htmlPolicy.attributes['*'] ?? []), ...(named ?? [])]) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) continue;
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (!shape || shape.test(value)) kept[name] = value;
  }
  const classes = keepClasses(Object.hasOwn(given, 'class') ? given.class : undefined);
  if (classes) kept.class = classes;
  const style = keepStyles(Object.hasOwn(given, 'style') ? given.style : undefined);
  if (style) kept.style = style;
  return kept;
}

function keepClasses(value = ''): string {
  return value
    .split(/\s+/, 50)
    .filter((name) => htmlPolicy.classes.test(name))
    .join(' ');
}

/**
 * Returns the allowed styles. A CSS parser is not needed: the allowed values contain no `;`, quote, bracket, comment
 * or escape, so a piece that results from a wrong split matches no rule and is dropped.
 */
function keepStyles(value = ''): string {
  if (value.length > styleLength) return '';
  return value
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const wanted = declaration.slice(colon + 1).trim();
      const rule = Object.hasOwn(htmlPolicy.styles, name) ? htmlPolicy.styles[name] : undefined;
      return colon > 0 && rule?.test(wanted) ? [`${name}: ${wanted}`] : [];
    })
    .join('; ');
}
