import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { ApplicantCounts } from '#shared/schemas/applicant.ts';
import type { BoardStage } from '#shared/schemas/desk.ts';
import { callOrThrow } from '../../../api/call.ts';
import { PromptDialog, usePrompt } from '../../../forms/PromptDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { notify } from '../../../ui/toast.ts';
import { useApplicantParams } from '../applicant-search-params.ts';
import { pipeline, statusLabels } from '../labels.ts';
import { type BoardState, hiddenStagesQuery } from '../queries.ts';
import styles from './Board.module.css';

interface StageBarProps {
  board: BoardState;
  /** The number of applicants of each status. */
  counts: ApplicantCounts | undefined;
}

/**
 * Shown above the board of one job: the number of applicants in hidden stages, and a button to choose the stages.
 * Renders nothing above a board of several jobs.
 */
export function StageBar({ board, counts }: StageBarProps) {
  const [choosing, setChoosing] = useState(false);
  const { job, hidden } = board;
  const { after } = useApplicantParams();
  if (job === undefined) return null;
  const peopled = hidden.flatMap((stage) => {
    const count = counts?.[stage] ?? 0;
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
        <Link key={stage} to={{ search: after({ view: undefined, status: stage }) }}>
          {statusLabels[stage]} {count}
        </Link>
      ))}
      {choosing && <StagesDialog job={job} hidden={hidden} onClose={() => setChoosing(false)} />}
    </div>
  );
}

interface StagesDialogProps {
  job: Id;
  hidden: readonly BoardStage[];
  onClose: () => void;
}

/** Chooses the stages that a job's board shows, for all admins. */
function StagesDialog({ job, hidden: before, onClose }: StagesDialogProps) {
  const queries = useQueryClient();
  const { form, bind } = usePrompt<{ shown: BoardStage[] }>(
    { shown: pipeline.filter((stage) => !before.includes(stage)) },
    ({ shown }) => (shown.length > 0 ? {} : { shown: deskMessages['desk.everyStage'] }),
  );
  const save = async ({ shown }: { shown: BoardStage[] }) => {
    const hidden = pipeline.filter((stage) => !shown.includes(stage));
    await callOrThrow('setHiddenStages', { params: { id: job }, body: { hidden } });
    queries.setQueryData(hiddenStagesQuery(job).queryKey, { hidden });
    notify.success(deskMessages['desk.stagesSaved']);
    onClose();
  };
  const { error, ...box } = bind('shown');
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
          All colleagues see the same stages of this job. Hiding a stage moves no applicants: the board says
          how many are in it, with a link to them.
        </p>
        {pipeline.map((stage) => (
          <Checkbox key={stage} label={statusLabels[stage]} value={stage} {...box} />
        ))}
        {error && (
          <p className={styles.stageProblem} role="alert">
            {error}
          </p>
        )}
      </div>
    </PromptDialog>
  );
}
