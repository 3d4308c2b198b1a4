import type { ReactNode } from 'react';
import { useScript } from '../../words.ts';

interface SectionHeadProps {
  /** Id of the heading, which the section needs for `aria-labelledby`. */
  id: string;
  title: string;
  /** A link to the full list of which the section shows a part. */
  onward?: ReactNode;
}

/** Heading and link of a section of a public page. */
export function SectionHead({ id, title, onward }: SectionHeadProps) {
  const script = useScript();
  return (
    <div className="row between begins sectionHead">
      <h2 className="type-title" id={id} {...script(title)}>
        {title}
      </h2>
      {onward}
    </div>
  );
}
