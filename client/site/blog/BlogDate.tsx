import { frame } from '#shared/words/en/frame.ts';
import { type Language, localeOf } from '#shared/words/language.ts';
import { useWords } from '../../words.ts';

/** The date of a post. Renders nothing if `created_at` is not a date. */
export function BlogDate({ createdAt, className }: { createdAt: string; className?: string }) {
  const date = formatBlogDate(createdAt, useWords(frame).language);
  if (!date) return null;
  return (
    <time className={className} dateTime={date.iso}>
      {/* Around New Year, server and browser may have different years. Hydration then keeps the server's text. */}
      <bdi suppressHydrationWarning>{date.text}</bdi>
      <span suppressHydrationWarning>{date.year ? ` ${date.year}` : ''}</span>
    </time>
  );
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns the day and short month of `created_at` (docs/product.md §2), e.g. "21 Nov", and apart from them the year if
 * it is not the current one. In another language they are one text, as that language writes them. Undefined if the text
 * is not a date. The date is taken from the text, i.e. in the API host's time, so that server and browser show the same
 * day in every time zone.
 */
export function formatBlogDate(
  createdAt: string,
  language: Language = 'en',
  now = new Date(),
): { text: string; year?: number; iso: string } | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(createdAt);
  const month = months[Number(found?.[2]) - 1];
  const day = Number(found?.[3]);
  if (!found || !month || day < 1 || day > 31) return undefined;
  const [iso] = found;
  const year = Number(found[1]);
  const isOtherYear = year !== now.getUTCFullYear();
  if (language === 'en') return { text: `${day} ${month}`, iso, ...(isOtherYear && { year }) };
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: isOtherYear ? 'numeric' : undefined,
    timeZone: 'UTC',
  });
  return { text: format.format(Date.UTC(year, Number(found[2]) - 1, day)), iso };
}
