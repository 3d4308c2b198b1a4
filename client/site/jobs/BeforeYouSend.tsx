import type { Job } from '#shared/schemas/job.ts';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { useSite } from '../../site-info.ts';
import layout from '../../ui/layout/layout.module.css';
import { useScript, useWords } from '../../words.ts';

/** Next to the form of a posting: how hiring goes, and where to ask first. */
export function BeforeYouSend({ job }: { job: Job }) {
  const script = useScript();
  const words = useWords(jobsWords);
  const { email, pages } = useSite();
  const { steps } = pages.careers;
  return (
    <>
      {steps && (
        <section aria-labelledby="steps">
          <h3 id="steps" {...script(steps.title)}>
            {steps.title}
          </h3>
          <ol className={layout.numbered}>
            {steps.items.map(({ title, text }) => (
              <li key={title} {...script(title, text)}>
                <strong>{title}</strong>
                {text}
              </li>
            ))}
          </ol>
        </section>
      )}
      <section aria-labelledby="ask">
        <h3 id="ask">{words('jobs.ask')}</h3>
        <p>{words('jobs.askText')}</p>
        <a href={`mailto:${email}?subject=${encodeURIComponent(job.title)}`}>{email}</a>
      </section>
    </>
  );
}
