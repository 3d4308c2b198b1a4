import type { ReactNode } from 'react';
import type { Project } from '#shared/entities/project.ts';
import { WrittenText } from '../../ui/WrittenText.tsx';
import { useScript } from '../../words.ts';
import styles from './ClientQuote.module.css';

interface ClientQuoteProps {
  project: Pick<Project, 'quote' | 'quote_by'>;
  /** Link to the project, on a page that is not the project's own. */
  link?: ReactNode;
}

/** Words of the client about the work; nothing if the project has none. */
export function ClientQuote({ project: { quote, quote_by }, link }: ClientQuoteProps) {
  const script = useScript();
  if (!quote) return null;
  return (
    <figure className={styles.quote} dir={script(quote).dir}>
      <blockquote lang={script(quote).lang}>
        <p>{quote}</p>
      </blockquote>
      {(quote_by || link) && (
        <figcaption>
          <WrittenText as="span">{quote_by}</WrittenText>
          {link}
        </figcaption>
      )}
    </figure>
  );
}
