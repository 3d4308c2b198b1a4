import type { ReactNode } from 'react';
import { useScript } from '../../words.ts';
import { classNames } from '../class-names.ts';

interface SectionHeadProps {
  /** Id of the heading, which the section needs for `aria-labelledby`. */
  id: string;
  title: string;
  /** A link to the full list of which the section shows a part. */
  onward?: ReactNode;
  className?: string;
}

/** Heading and link of a section of a public page. */
export function SectionHead({ id, title, onward, className }: SectionHeadProps) {
  const script = useScript();
  return (
    <div className={classNames('sectionHead', className)}>
      <h2 className="sectionTitle" id={id} {...script(title)}>
        {title}
      </h2>
      {onward}
    </div>
  );
}
