import { Fragment } from 'react';
import { directionOf, hasRightToLeft } from '#shared/text-direction.ts';
import { useScript } from '../words.ts';
import layout from './layout/layout.module.css';

/**
 * A title with its own base direction, independent of the text around it. The order of its words is therefore the
 * same in a page, in a list, on a card and in the field in which it was typed.
 */
export function TitleText({ children: title }: { children: string }) {
  const { dir } = useScript()(title);
  const text = longWord.test(title) ? <LongWords>{title}</LongWords> : title;
  if (hasRightToLeft(title)) return <bdi dir={directionOf(title)}>{text}</bdi>;
  return dir ? <bdi>{text}</bdi> : text;
}

/** A word that may be longer than its line, so that the line breaks at any of its letters. */
const longWord = /(\p{Script=Latin}{16,})/u;
/** The letters at the end of a long word that stay together: no line consists of the last letter of a word. */
const wordEnd = 4;

function LongWords({ children: title }: { children: string }) {
  return title.split(longWord).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which have no other name
      <Fragment key={at}>
        {part.slice(0, -wordEnd)}
        <span className={layout.unbroken}>{part.slice(-wordEnd)}</span>
      </Fragment>
    ) : (
      part
    ),
  );
}
