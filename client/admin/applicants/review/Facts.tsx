import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { applicantChangeSchema, type SingleApplicant } from '#shared/schemas/applicant.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useResourceForm } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/fields/TextField.tsx';
import { notify } from '../../../ui/toast.ts';
import { FactList } from '../../shared/FactList.tsx';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { saveApplicant, useAbilities, useJobLabel, versionOf } from '../queries.ts';
import styles from './Facts.module.css';

/** Facts about the applicant that do not belong to a single submission. */
export function Facts({ applicant }: { applicant: SingleApplicant }) {
  const [changing, setChanging] = useState(false);
  const { submissions_count: count, last_submitted_at: last, retain_until: kept } = applicant;
  const can = useAbilities();
  const jobLabel = useJobLabel();
  return (
    <>
      <ReviewFacts
        facts={{
          Job: <span dir="auto">{jobLabel(applicant)}</span>,
          Applied: (
            <>
              <TimeAgo iso={applicant.created_at} />
              {count > 1 && (
                <>
                  , {count} times, last <TimeAgo iso={last} />
                </>
              )}
            </>
          ),
          'Deleted on': (kept || can.retains) && (
            <span className={styles.withButton}>
              <Retention until={kept} />
              {can.retains && <FactButton onClick={() => setChanging(true)}>Change</FactButton>}
            </span>
          ),
        }}
      />
      {changing && <RetentionDialog applicant={applicant} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Facts in the review. */
export function ReviewFacts(props: Omit<ComponentProps<typeof FactList>, 'className'>) {
  return <FactList {...props} className={styles.facts} />;
}

/** A small button beside a fact. */
export function FactButton(props: ComponentProps<typeof Button>) {
  return <Button variant="quiet" className={styles.button} {...props} />;
}

/** Sets the day after which the applicant and their files are deleted. */
function RetentionDialog({ applicant, onClose }: { applicant: SingleApplicant; onClose: () => void }) {
  const queries = useQueryClient();
  const state = useResourceForm<{ retain_until: string }>({
    draftKey: undefined,
    stored: { retain_until: applicant.retain_until },
    version: versionOf(queries, applicant.id),
    rules: applicantChangeSchema.shape,
    save: (values, { version }) => saveApplicant(queries, applicant.id, values, version),
    onSaved: () => {
      notify.success(deskMessages['applicant.updated']);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Retention period"
      size="small"
      submitLabel="Save"
      busyLabel={deskMessages['busy.editing']}
      state={state}
      onClose={onClose}
    >
      <DateField
        label="Keep until"
        hint={`All data of this applicant is deleted after this day. At most ${limits.retentionYears} years from now.`}
        {...bindFields(state.form, state.busy)('retain_until')}
      />
    </FormDialog>
  );
}

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

export function sectionId(name: string) {
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
