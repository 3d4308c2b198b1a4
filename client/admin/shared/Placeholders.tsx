import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import rows from './rows.module.css';

interface PlaceholdersProps {
  /** Name of the content that is loading: "the jobs". */
  what: string;
  /** The heights of what will take their place. */
  heights: readonly string[];
  className?: string;
}

/** Placeholders one below the other, or as the class says, while something loads. */
export function Placeholders({ what, heights, className }: PlaceholdersProps) {
  return (
    <>
      <VisuallyHidden role="status">Loading {what}…</VisuallyHidden>
      <div className={classNames(rows.placeholders, className)} aria-hidden="true">
        {heights.map((height, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton key={at} height={height} />
        ))}
      </div>
    </>
  );
}
