/** Matches short words with a hyphen, such as "On-site". A line break after the hyphen would change the meaning. */
const hyphened = /(\p{L}{1,8}-\p{L}{1,8})/u;

/** A text in which short hyphenated words are never broken at the hyphen. */
export function NoBreakHyphens({ children }: { children: string }) {
  return children.split(hyphened).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which have no other name
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
