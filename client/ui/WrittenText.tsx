import type { ComponentProps, ReactNode } from 'react';
import { directionOf, hasRightToLeft } from '#shared/text-direction.ts';
import { useScript } from '../words.ts';

/*
 * Texts that people have written. Each may be in another language than the page, so it has the direction and the
 * language that its letters show.
 */

interface WrittenTextProps extends ComponentProps<'p'> {
  as?: 'p' | 'h2' | 'h3' | 'span' | 'li';
  children: string | null | undefined;
}

/** A text in an element of its own. Renders nothing without a text. */
export function WrittenText({ as: Element = 'p', children: text, ...rest }: WrittenTextProps) {
  const script = useScript();
  return (
    text && (
      <Element {...(rest as object)} {...script(text)}>
        {text}
      </Element>
    )
  );
}

/** A name inside a sentence or a line: in its own language, and isolated from the direction of the text around it. */
export function NameText({ children: name, className }: { children: string; className?: string }) {
  const script = useScript();
  return (
    <bdi className={className} lang={script(name).lang}>
      {name}
    </bdi>
  );
}

interface TitleHeadingProps extends Pick<ComponentProps<'h1'>, 'className' | 'style'> {
  title: string;
  level?: 1 | 2 | 3;
  /** Puts the text into a link. By default it is plain. */
  children?: (text: ReactNode) => ReactNode;
}

/** A title as a heading. Its size follows its length. */
export function TitleHeading({ title, level = 1, children = (text) => text, ...rest }: TitleHeadingProps) {
  const script = useScript();
  const Heading = `h${level}` as const;
  return (
    <Heading {...rest} {...titleLength(title)} lang={script(title).lang}>
      {children(<TitleText>{title}</TitleText>)}
    </Heading>
  );
}

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
  const text = unbroken(title.split(longWord), 3);
  if (hasRightToLeft(title)) return <bdi dir={directionOf(title)}>{text}</bdi>;
  return dir ? <bdi>{text}</bdi> : text;
}

/** Matches short words with a hyphen, such as "On-site". A line break after the hyphen would change the meaning. */
const hyphened = /(\p{L}{1,8}-\p{L}{1,8})/u;

/** A text in which short hyphenated words are never broken at the hyphen. */
export function NoBreakHyphens({ children }: { children: string }) {
  return unbroken(children.split(hyphened), 2);
}

/** Joins the parts of a text. In no last part of each group of `size` a line breaks. */
function unbroken(parts: readonly string[], size: number) {
  return parts.map((part, at) =>
    at % size === size - 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which have no other name
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** The longest word of each step but the last. */
const mostOfWord = [11, 14, 18];
const steps = [undefined, 'medium', 'long', 'longest'] as const;

/**
 * Returns the attribute by which the size of a title follows its length (layout/layout.css). A short title of
 * short words has none. With these limits a title of 120 letters has at most five lines on a phone of 360 px, and words
 * that a phone of 320 px can show are not broken. Han, Kana, Hangul and emoji count as two letters, and lines may break
 * between any two of them.
 */
export function titleLength(title: string) {
  let [length, word, longest] = [0, 0, 0];
  for (const sign of title) {
    const isWide = sign > '\u2e7f';
    length += isWide ? 2 : 1;
    word = isWide || /[\s-]/.test(sign) ? 0 : word + 1;
    longest = Math.max(longest, word);
  }
  const passed = [28, 64, 96].filter((most, at) => length > most || longest > (mostOfWord[at] ?? 0));
  return { 'data-length': steps[passed.length] };
}
