import type { ReactNode } from 'react';
import { WrittenText } from '../WrittenText.tsx';

interface SectionHeadProps {
  /** Id of the heading, which the section needs for `aria-labelledby`. */
  id: string;
  title: string;
  /** A link to the full list of which the section shows a part. */
  onward?: ReactNode;
}

/** Heading and link of a section of a public page. */
export function SectionHead({ id, title, onward }: SectionHeadProps) {
  return (
    <div className="row between begins sectionHead">
      <WrittenText as="h2" className="type-title" id={id}>
        {title}
      </WrittenText>
      {onward}
    </div>
  );
}
