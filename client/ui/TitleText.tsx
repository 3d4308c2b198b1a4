import { directionOf, hasRightToLeft } from '#shared/text-direction.ts';
import { useScript } from '../words.ts';

/**
 * A word that may be longer than its line, so that the line breaks between any two of its letters, and its last four
 * letters. These stay together, so that no line consists of the last letter of a word.
 */
const longWord = /(\p{Script=Latin}{12,})(\p{Script=Latin}{4})(?!\p{L})/u;

/**
 * A title with its own base direction, independent of the text around it. The order of its words is therefore the
 * same in a page, in a list, on a card and in the field in which it was typed.
 */
export function TitleText({ children: title }: { children: string }) {
  const { dir } = useScript()(title);
  const text = title.split(longWord).map((part, at) =>
    at % 3 === 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which have no other name
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
  if (hasRightToLeft(title)) return <bdi dir={directionOf(title)}>{text}</bdi>;
  return dir ? <bdi>{text}</bdi> : text;
}
