import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { ApplicantSort } from '#shared/schemas/applicant.ts';
import type { BoardStage } from '#shared/schemas/desk.ts';
import { callOrThrow } from '../../../api/call.ts';
import { resolverOf } from '../../../forms/form-rules.ts';
import { PromptDialog } from '../../../forms/PromptDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { notify } from '../../../ui/toast.ts';
import type { ApplicantFilters } from '../applicant-search-params.ts';
import { type BoardStages, saveHiddenStages } from '../desk-queries.ts';
import { pipeline, statusLabels } from '../labels.ts';
import { useApplicants } from '../queries.ts';
import styles from './Board.module.css';

interface StageBarProps {
  stages: BoardStages;
  filters: ApplicantFilters;
  sort: ApplicantSort;
}

/**
 * Shown above the board of one job: the number of applicants in hidden stages, and a button to choose the stages.
 * Renders nothing above a board of several jobs.
 */
export function StageBar({ stages, filters, sort }: StageBarProps) {
  const [choosing, setChoosing] = useState(false);
  const { job, hidden, reveal } = stages;
  // Any page of applicants contains the counts of all statuses, so one call is enough.
  const { data } = useApplicants({ filters, sort, page: 1 }, () => false, hidden.length > 0);
  if (job === undefined) return null;
  const peopled = hidden.flatMap((stage) => {
    const count = data?.counts?.[stage] ?? 0;
    return count > 0 ? [{ stage, count }] : [];
  });
  return (
    <div className={styles.stages}>
      <Button variant="quiet" onClick={() => setChoosing(true)} aria-haspopup="dialog">
        Stages
      </Button>
      {hidden.length > 0 && (
        <span>
          {hidden.length === 1 ? '1 stage is hidden' : `${hidden.length} stages are hidden`}
          {peopled.length > 0 && ', with people in:'}
        </span>
      )}
      {peopled.map(({ stage, count }) => (
        <Button
          key={stage}
          variant="quiet"
          aria-label={`Show ${statusLabels[stage]}, ${count}`}
          onClick={() => reveal(stage)}
        >
          {statusLabels[stage]} {count}
        </Button>
      ))}
      {choosing && <StagesDialog job={job} stages={stages} onClose={() => setChoosing(false)} />}
    </div>
  );
}

interface StagesDialogProps {
  job: Id;
  stages: BoardStages;
  onClose: () => void;
}

/** Chooses the stages that a job's board shows, for all admins. */
function StagesDialog({ job, stages, onClose }: StagesDialogProps) {
  const queries = useQueryClient();
  const form = useForm<{ shown: BoardStage[] }>({
    resolver: resolverOf(({ shown }) => (shown.length > 0 ? {} : { shown: deskMessages['desk.everyStage'] })),
    defaultValues: { shown: pipeline.filter((stage) => !stages.saved.includes(stage)) },
  });
  const { errors, isSubmitting: busy } = form.formState;
  const shown = form.watch('shown');
  const choose = (stage: BoardStage, on: boolean) => {
    form.clearErrors();
    form.setValue(
      'shown',
      pipeline.filter((each) => (each === stage ? on : shown.includes(each))),
    );
  };
  const save = async () => {
    const hidden = pipeline.filter((stage) => !shown.includes(stage));
    await callOrThrow('setHiddenStages', { params: { id: job }, body: { hidden } });
    saveHiddenStages(queries, job, hidden);
    notify.success(deskMessages['desk.stagesSaved']);
    onClose();
  };
  return (
    <PromptDialog
      title="Stages on this board"
      submitLabel="Save"
      busyLabel={deskMessages['busy.editing']}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={styles.stageChoice}>
        <p>
          All colleagues see the same stages of this job. Hiding a stage moves no applicants: the board shows
          how many are in it, and can show them.
        </p>
        {pipeline.map((stage) => (
          <Checkbox
            key={stage}
            label={statusLabels[stage]}
            checked={shown.includes(stage)}
            readOnly={busy}
            onChange={(event) => choose(stage, event.target.checked)}
          />
        ))}
        {errors.shown && (
          <p className={styles.stageProblem} role="alert">
            {errors.shown.message}
          </p>
        )}
      </div>
    </PromptDialog>
  );
}
