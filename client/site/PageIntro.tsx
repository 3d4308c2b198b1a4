import type { ComponentProps } from 'react';
import { classNames } from '../ui/class-names.ts';
import { TopLevelPageHead } from '../ui/PageHead.tsx';
import { TitleHeading } from '../ui/WrittenText.tsx';
import { useScript } from '../words.ts';
import styles from './PageIntro.module.css';

interface PageIntroProps extends Pick<ComponentProps<typeof TopLevelPageHead>, 'path' | 'page'> {
  head: { title: string; text?: string; description: string };
  /** With a smaller text, for a page with a long list. */
  quiet?: boolean;
  className?: string;
}

/**
 * The top of a page that the company titles: its metadata, its title, and next to it the company's introductory text for
 * this page, if there is one.
 */
export function PageIntro({ head, path, page, quiet = false, className }: PageIntroProps) {
  const { title, text, description } = head;
  const script = useScript();
  return (
    <>
      <TopLevelPageHead title={title} description={description} path={path} page={page} />
      <header className={classNames(styles.intro, quiet && styles.quiet, className)} {...script(title, text)}>
        <TitleHeading className="indexTitle" title={title} />
        {text && <p className={styles.text}>{text}</p>}
      </header>
    </>
  );
}
