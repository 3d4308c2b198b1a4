import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { applicantChangeSchema, type SingleApplicant } from '#shared/schemas/applicant.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useResourceForm } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/fields/TextField.tsx';
import { notify } from '../../../ui/toast.ts';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { saveChange, useJobLabel } from '../queries.ts';
import { useAbilities } from '../use-abilities.ts';
import styles from './Facts.module.css';

/** Facts about the applicant that do not belong to a single submission. */
export function Facts({ applicant }: { applicant: SingleApplicant }) {
  const [changing, setChanging] = useState(false);
  const { submissions_count: count, last_submitted_at: last, retain_until: kept } = applicant;
  const can = useAbilities();
  const jobLabel = useJobLabel();
  return (
    <FactList>
      <Fact name="Job">
        <span dir="auto">{jobLabel(applicant)}</span>
      </Fact>
      <Fact name="Applied">
        <TimeAgo iso={applicant.created_at} />
        {count > 1 && (
          <>
            , {count} times, last <TimeAgo iso={last} />
          </>
        )}
      </Fact>
      {(kept || can.retains) && (
        <Fact name="Deleted on">
          <FactWithButton>
            <Retention until={kept} />
            {can.retains && <FactButton onClick={() => setChanging(true)}>Change</FactButton>}
          </FactWithButton>
        </Fact>
      )}
      {changing && <RetentionDialog applicant={applicant} onClose={() => setChanging(false)} />}
    </FactList>
  );
}

export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  name: string;
  /** True if the fact takes a whole row, for a long value. */
  whole?: boolean;
  children: ReactNode;
}

export function Fact({ name, whole = false, children }: FactProps) {
  return (
    <div className={whole ? styles.whole : undefined}>
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

/** A value, with its action next to it. */
export function FactWithButton({ children }: { children: ReactNode }) {
  return <span className={styles.withButton}>{children}</span>;
}

export function FactButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" className={styles.button} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Sets the day after which the applicant and their files are deleted. */
function RetentionDialog({ applicant, onClose }: { applicant: SingleApplicant; onClose: () => void }) {
  const queries = useQueryClient();
  const state = useResourceForm<{ retain_until: string }>({
    draftKey: undefined,
    stored: { retain_until: applicant.retain_until },
    version: applicant.updated_at,
    rules: applicantChangeSchema.shape,
    save: (values, context) => saveChange(queries, applicant.id, values, context),
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
