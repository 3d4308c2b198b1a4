import { directionOf, hasRightToLeft } from '#shared/text-direction.ts';

/**
 * A title in its own base direction, independent of the text around it: its words have the same order in a page, in a
 * list, on a card and in the field in which it was written.
 */
export function TitleText({ children: title }: { children: string }) {
  return hasRightToLeft(title) ? <bdi dir={directionOf(title)}>{title}</bdi> : title;
}
