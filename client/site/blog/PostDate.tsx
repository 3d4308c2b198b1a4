import { postDate } from './post-date.ts';

/** The day and short month of a post; nothing when `created_at` is no date. */
export function PostDate({ createdAt, className }: { createdAt: string; className?: string | undefined }) {
  const date = postDate(createdAt);
  if (!date) return null;
  return (
    <time className={className} dateTime={date.iso}>
      <bdi>{date.text}</bdi>
    </time>
  );
}
