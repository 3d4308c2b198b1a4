import { htmlPolicy } from '#shared/html-policy.ts';
import type { ElementNode } from './tree.ts';

/**
 * Returns the attributes that the policy allows, and the alignment of the text. Classes and styles of the old theme
 * are removed.
 */
export function keptAttributes({ name, attributes }: ElementNode): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const each of [...(htmlPolicy.attributes['*'] ?? []), ...(htmlPolicy.attributes[name] ?? [])]) {
    const value = attributes[each];
    if (value !== undefined) kept[each] = value;
  }
  const classes = (attributes.class ?? '').split(/\s+/).filter((each) => htmlPolicy.classes.test(each));
  const alignment = alignmentOf(name, attributes);
  if (alignment) classes.push(alignment);
  if (classes.length > 0) kept.class = classes.join(' ');
  const style = keptStyles(attributes.style ?? '');
  if (style !== '') kept.style = style;
  return kept;
}

/**
 * Returns the alignment that a class of WordPress or the old `align` attribute states. An alignment in the `style`
 * attribute is not read here: `keptStyles` keeps it.
 */
function alignmentOf(name: string, { class: classes = '', align = '' }: Record<string, string>) {
  if (!/^(p|h[1-6]|div|td|th|li)$/.test(name)) return undefined;
  const [, side] = /(?:^|\s)has-text-align-(center|right)(?:\s|$)/.exec(classes) ?? [];
  const [, old] = /^(center|right|justify)$/i.exec(align) ?? [];
  const to = side ?? old?.toLowerCase();
  return to && `ql-align-${to}`;
}

function keptStyles(style: string): string {
  return style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      const rule = Object.hasOwn(htmlPolicy.styles, name) ? htmlPolicy.styles[name] : undefined;
      return rule?.test(value) ? [`${name}: ${value}`] : [];
    })
    .join('; ');
}
