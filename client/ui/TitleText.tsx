import { directionOf, hasRightToLeft } from '#shared/text-direction.ts';
import { useScript } from '../words.ts';

/**
 * A title with its own base direction, independent of the text around it. The order of its words is therefore the
 * same in a page, in a list, on a card and in the field in which it was typed.
 */
export function TitleText({ children: title }: { children: string }) {
  const { dir } = useScript()(title);
  if (hasRightToLeft(title)) return <bdi dir={directionOf(title)}>{title}</bdi>;
  return dir ? <bdi>{title}</bdi> : title;
}
