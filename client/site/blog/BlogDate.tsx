/** The day and short month of a blog; nothing when `created_at` is no date. */
export function BlogDate({ createdAt, className }: { createdAt: string; className?: string | undefined }) {
  const date = formatBlogDate(createdAt);
  if (!date) return null;
  return (
    <time className={className} dateTime={date.iso}>
      <bdi>{date.text}</bdi>
    </time>
  );
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Day and short month of `created_at` (docs/product.md §2), e.g. "21 Nov". Read from the text itself, which is in the
 * API host's time: server and browser show the same day in every time zone. Undefined when the text is no date.
 */
export function formatBlogDate(createdAt: string): { text: string; iso: string } | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(createdAt);
  const month = months[Number(found?.[2]) - 1];
  const day = Number(found?.[3]);
  if (!found || !month || day < 1 || day > 31) return undefined;
  return { text: `${day} ${month}`, iso: found[0] };
}
