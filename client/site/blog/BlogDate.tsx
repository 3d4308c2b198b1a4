/** The day and short month of a post. Renders nothing if `created_at` is not a date. */
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
 * Returns the day and short month of `created_at` (docs/product.md §2), e.g. "21 Nov"; undefined if the text is not a
 * date. The date is taken from the text, i.e. in the API host's time, so that server and browser show the same day in
 * every time zone.
 */
export function formatBlogDate(createdAt: string): { text: string; iso: string } | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(createdAt);
  const month = months[Number(found?.[2]) - 1];
  const day = Number(found?.[3]);
  if (!found || !month || day < 1 || day > 31) return undefined;
  return { text: `${day} ${month}`, iso: found[0] };
}
