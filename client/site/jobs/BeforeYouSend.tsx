import type { Job } from '#shared/schemas/job.ts';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { useSite } from '../../site-info.ts';
import layout from '../../ui/layout/layout.module.css';
import { useScript, useWords } from '../../words.ts';
import styles from './BeforeYouSend.module.css';

/** Next to the form of a posting: how hiring goes, and where to ask first. */
export function BeforeYouSend({ job }: { job: Job }) {
  const script = useScript();
  const words = useWords(jobsWords);
  const { email, pages } = useSite();
  const { steps } = pages.careers;
  return (
    <>
      {steps && (
        <section className={styles.part} aria-labelledby="steps">
          <h3 className={styles.title} id="steps" {...script(steps.title)}>
            {steps.title}
          </h3>
          <ol className={layout.numbered}>
            {steps.items.map(({ title, text }) => (
              <li key={title} {...script(title, text)}>
                <strong className={styles.step}>{title}</strong>
                <span className={styles.text}>{text}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className={styles.part} aria-labelledby="ask">
        <h3 className={styles.title} id="ask">
          {words('jobs.ask')}
        </h3>
        <p className={styles.text}>{words('jobs.askText')}</p>
        <a className={styles.link} href={`mailto:${email}?subject=${encodeURIComponent(job.title)}`}>
          {email}
        </a>
      </section>
    </>
  );
}
