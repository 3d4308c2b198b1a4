import { htmlPolicy } from '#shared/html-policy.ts';
import { unwrap } from './dom.ts';

const tags: ReadonlySet<string> = new Set(htmlPolicy.tags);

/**
 * What is left is what the policy knows: other elements lose their tags and keep their words, other attributes, classes
 * and styles go. Links, images and videos are judged one by one where the editor takes them in (see `matchers.ts`).
 */
export function keepAllowed(doc: Document): void {
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) {
    if (!tags.has(element.localName)) {
      unwrap(element);
      continue;
    }
    const styles = allowedStyles(element);
    const classes = [...element.classList].filter((name) => htmlPolicy.classes.test(name));
    for (const { name } of [...element.attributes]) {
      if (!isAllowedAttribute(element.localName, name)) element.removeAttribute(name);
    }
    if (styles) element.setAttribute('style', styles);
    if (classes.length > 0) element.className = classes.join(' ');
    // A span that says nothing; a space alone in one would be lost.
    if (element.localName === 'span' && element.attributes.length === 0) unwrap(element);
  }
}

function isAllowedAttribute(tag: string, name: string): boolean {
  const { attributes } = htmlPolicy;
  return Boolean(attributes['*']?.includes(name) || attributes[tag]?.includes(name));
}

function allowedStyles(element: HTMLElement): string {
  const { style } = element;
  const isRightToLeft = style.direction === 'rtl' || element.closest('[dir="rtl" i]') !== null;
  return Object.entries(htmlPolicy.styles)
    .map(([name, allowed]) => ({ name, value: style.getPropertyValue(name), allowed }))
    .filter(({ name, value, allowed }) => allowed.test(value) && !isNatural(name, value, isRightToLeft))
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ');
}

/** Left is where a line begins, and right where an Urdu one does: each paragraph finds its own side. */
function isNatural(name: string, value: string, isRightToLeft: boolean): boolean {
  return name === 'text-align' && (value === 'left' || (value === 'right' && isRightToLeft));
}
