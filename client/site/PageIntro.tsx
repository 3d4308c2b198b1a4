import { classNames } from '../ui/class-names.ts';
import { TitleHeading } from '../ui/WrittenText.tsx';
import { useScript } from '../words.ts';
import styles from './PageIntro.module.css';

interface PageIntroProps {
  head: { title: string; text?: string };
  /** With a smaller text, for a page with a long list. */
  quiet?: boolean;
  className?: string;
}

/** The title of a page, and next to it the company's introductory text for this page, if there is one. */
export function PageIntro({ head: { title, text }, quiet = false, className }: PageIntroProps) {
  const script = useScript();
  return (
    <header className={classNames(styles.intro, quiet && styles.quiet, className)} {...script(title, text)}>
      <TitleHeading className="indexTitle" title={title} />
      {text && <p className={styles.text}>{text}</p>}
    </header>
  );
}
