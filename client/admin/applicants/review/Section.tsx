import type { ReactNode } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  /** Part of the heading's id; the toolbar links to that id. */
  name: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of the review with its heading. */
export function Section({ name, title, aside, children }: SectionProps) {
  return (
    <section className="stack3 ruled" aria-labelledby={sectionId(name)}>
      <header className="row2 between">
        <h3 className={styles.title} id={sectionId(name)} tabIndex={-1}>
          {title}
        </h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

export function sectionId(name: string): string {
  return `review-${name}`;
}

/** Button that leads to a section. */
export function SectionLink({ to, children }: { to: string; children: ReactNode }) {
  const jump = () => {
    const heading = document.getElementById(sectionId(to));
    heading?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={styles.jump} onClick={jump}>
      {children}
    </button>
  );
}
