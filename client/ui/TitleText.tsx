import { directionOf, hasRightToLeft } from '#shared/text-direction.ts';

/**
 * A title in its own base direction, whatever stands around it: its words have one order in a page, in a list, on a card and in the
 * field in which it was written.
 */
export function TitleText({ children: title }: { children: string }) {
  return hasRightToLeft(title) ? <bdi dir={directionOf(title)}>{title}</bdi> : title;
}
