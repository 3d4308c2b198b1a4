import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, lazy, type ReactNode, Suspense, use, useRef, useState } from 'react';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  type ApplicantStatus,
  applicantChangeSchema,
  type BulkAction,
  closedStatuses,
  type ListedApplicant,
  type MovedFrom,
} from '#shared/schemas/applicant.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { MailTemplateName } from '#shared/schemas/letter.ts';
import { callApi } from '../../api/call.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { bindFields, type SaveContext, useResourceForm } from '../../forms/use-resource-form.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { announce, type Done, restoreDeleted, useCanRestore, useDeleteAsking } from '../shared/calls.tsx';
import type { Addressee } from '../shared/mails/MailDialog.tsx';
import { useCanMail } from '../shared/mails/WrittenMails.tsx';
import { useApplicantParams } from './filters.tsx';
import { nextStatus, statusLabels, templateFor } from './labels.ts';
import {
  changeApplicant,
  dropApplicants,
  knownApplicant,
  patchApplicant,
  refreshApplicants,
  refreshHistory,
  saveApplicant,
  shownOf,
  useAbilities,
  versionOf,
} from './queries.ts';

/** The fields of an applicant that the actions need. */
export type ApplicantSummary = Pick<ListedApplicant, 'id' | 'name' | 'status' | 'rating'>;

/** Loaded lazily, because the forms and previews for writing a mail are not needed to read applicants. */
const MailDialog = lazy(() =>
  import('../shared/mails/MailDialog.tsx').then(({ MailDialog: dialog }) => ({ default: dialog })),
);

const ActionsContext = createContext<ReturnType<typeof useActions>['actions'] | undefined>(undefined);

export function useApplicantActions() {
  const actions = use(ActionsContext);
  if (!actions) throw new Error('useApplicantActions: there is no ActionsProvider around this component');
  return actions;
}

/** A mail that is being written. The move that it belongs to is reported, and undone, together with it. */
interface Mailing {
  people: readonly Addressee[];
  template: MailTemplateName;
  move?: Done;
}

/**
 * Actions on one applicant, and what they ask and say. They are started from a row, a card, the review pane or by a
 * keyboard shortcut. An action that the host does not support does nothing.
 */
function useActions() {
  const queries = useQueryClient();
  const [rejecting, setRejecting] = useState<ApplicantSummary>();
  const [mailing, setMailing] = useState<Mailing>();
  const canMail = useCanMail();
  const can = useAbilities();
  const [spoken, speak] = useState('');
  const { remove, question } = useDeleteAsking({
    resource: 'applicant',
    call: 'deleteApplicant',
    done: deskMessages['applicant.deleted'],
    refresh: () => refreshApplicants(queries),
  });

  const change = async (
    applicant: ApplicantSummary,
    what: Parameters<typeof changeApplicant>[2],
    outcome: string,
  ) => {
    speak('');
    if (await changeApplicant(queries, applicant, what)) speak(`${applicant.name}: ${outcome}`);
  };
  const actions = {
    /** Changes the status. A rejection asks for a reason first; every other change is immediate. */
    move: (applicant: ApplicantSummary, to: ApplicantStatus) => {
      if (applicant.status === to || !can.moves || !can.statuses.includes(to)) return;
      if (to === 'rejected' && can.reasons) setRejecting(knownApplicant(queries, applicant.id) ?? applicant);
      else void moveNow(queries, applicant, to).then(announce);
    },
    rate: (applicant: ApplicantSummary, rating: number) => {
      if (applicant.rating === rating || !can.rates) return;
      void change(applicant, { rating }, rating === 0 ? 'no rating' : `rated ${rating} of 5`);
    },
    mark: (applicant: ApplicantSummary, as: 'read' | 'unread') => {
      if (can.marks) void change(applicant, { is_read: as === 'read' ? 1 : 0 }, as);
    },
    /** Deletes the applicant, and returns true if that was done. Asks first where it cannot be undone. */
    remove: async ({ id, name }: ApplicantSummary) => {
      const removed = await remove(id, name);
      if (removed) dropApplicants(queries, [id]);
      return removed;
    },
    /** Opens a mail to each of these people, by default with the template of their status. Undefined where the host sends none. */
    mail: canMail
      ? (
          people: readonly Addressee[],
          template = templateFor(people.map(({ id }) => knownApplicant(queries, id)?.status)),
          move?: Done,
        ) => setMailing({ people, template, move })
      : undefined,
  };
  return { actions, can, question, spoken, rejecting, setRejecting, mailing, setMailing };
}

/**
 * Provides the actions on applicants, asks for the reason of a rejection, and announces the outcome of an action to
 * screen readers.
 */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { actions, can, question, spoken, rejecting, setRejecting, mailing, setMailing } = useActions();
  const [addressee, ...others] = mailing?.people ?? [];
  const one = addressee && others.length === 0 ? knownApplicant(queries, addressee.id) : undefined;
  // An invitation to one person who is not that far leads to the interview.
  const leads =
    one && can.moves && nextStatus(one.status, ['interview']) && can.statuses.includes('interview');
  const invited = leads ? one : undefined;

  return (
    <ActionsContext value={actions}>
      {children}
      {question}
      {rejecting && (
        <RejectForm
          people={rejecting.name}
          who="The applicant"
          version={versionOf(queries, rejecting.id)}
          save={(reject_reason, { version }) =>
            saveApplicant(queries, rejecting.id, { status: 'rejected', reject_reason }, version)
          }
          onRejected={(writes) => {
            const move = moveOf(queries, rejecting, 'rejected', rejecting);
            if (writes && actions.mail) actions.mail([rejecting], 'rejection', move);
            else announce(move);
          }}
          onClose={() => setRejecting(undefined)}
        />
      )}
      {mailing && (
        <Suspense fallback={null}>
          <MailDialog
            people={mailing.people}
            template={mailing.template}
            canMove={invited !== undefined}
            onClose={async (sent, moves) => {
              setMailing(undefined);
              const move = moves && invited && (await moveNow(queries, invited, 'interview'));
              announce(mailing.move, sent, move || undefined);
            }}
          />
        </Suspense>
      )}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </ActionsContext>
  );
}

/** Moves an applicant; returns the finished move, or undefined if it failed, which is reported. */
async function moveNow(queries: QueryClient, applicant: ApplicantSummary, to: ApplicantStatus) {
  const before = knownApplicant(queries, applicant.id) ?? applicant;
  const isMoved = await changeApplicant(queries, applicant, { status: to });
  return isMoved ? moveOf(queries, applicant, to, before) : undefined;
}

const movedText = (name: string, to: ApplicantStatus) =>
  textOf('applicant.moved', { name, status: statusLabels[to] });

/**
 * Returns the finished move of an applicant. Its undo restores the previous status in `before`, with the reason if that
 * status is a rejection.
 */
function moveOf(
  queries: QueryClient,
  one: Pick<ListedApplicant, 'id' | 'name'>,
  to: ApplicantStatus,
  { status, reject_reason: reason, is_read }: MovedFrom,
) {
  return {
    text: movedText(one.name, to),
    async undo() {
      const isBack = await changeApplicant(queries, one, {
        status,
        ...(reason && { reject_reason: reason }),
        ...(is_read === 0 && { is_read }),
      });
      if (isBack) notify.success(movedText(one.name, status));
    },
  };
}

const idsOf = (some: readonly MovedFrom[]) => some.map(({ id }) => id);

/** Changes many applicants in one step. */
export function useBulk() {
  const queries = useQueryClient();
  const { filters, applicant: openId } = useApplicantParams().params;
  const canRestore = useCanRestore('applicant');
  const [busy, setBusy] = useState(false);

  /** Shows a change in all cached queries. Those who leave the list go from it, but for the one who is open. */
  function show(ids: readonly Id[], action: BulkAction, reason?: string) {
    if (action === 'delete') return dropApplicants(queries, ids);
    const change =
      action === 'read' || action === 'unread'
        ? { is_read: Number(action === 'read') }
        : shownOf({ status: action, ...(reason && { reject_reason: reason }) });
    for (const id of ids) {
      patchApplicant(queries, id, change);
      if (change.status) refreshHistory(queries, id);
    }
    const left = ids.filter((id) => id !== openId);
    if (change.status && filters.status && filters.status !== action)
      dropApplicants(queries, left, filters.status);
  }

  /**
   * Makes a change. The caller reports a failure, after which nothing has changed. Otherwise `done` has the change in
   * words and how to take it back; that of a move only if the host has told who was moved from where.
   */
  async function change(
    ids: readonly Id[],
    action: BulkAction,
    reason?: string,
    signal?: AbortSignal,
  ): Promise<Envelope & { done?: Done }> {
    const body = { ids, action, ...(reason && { reject_reason: reason }) };
    const answer = await callApi('bulkApplicants', { body, signal });
    if (answer.status !== 1) return answer;
    const { before = [] } = answer.data ?? {};
    const text = textFor(queries, ids, action, before.length);
    show(ids, action, reason);
    refreshApplicants(queries);
    const undo = () => (action === 'delete' ? restore(ids) : moveBack(action as ApplicantStatus, before));
    const done: Done = (action === 'delete' ? canRestore : before.length > 0) ? { text, undo } : { text };
    return { ...answer, done };
  }

  /**
   * Moves applicants back to their previous status, with one call per combination of previous status and reason, and
   * marks those as unread whom the move has marked as read.
   */
  async function moveBack(to: ApplicantStatus, before: readonly MovedFrom[]) {
    const groups = new Map<string, MovedFrom[]>();
    for (const each of before) {
      const name = JSON.stringify([each.status, each.reject_reason]);
      groups.set(name, [...(groups.get(name) ?? []), each]);
    }
    const total = before.length;
    let count = 0;
    for (const group of groups.values()) {
      const [{ status, reject_reason: reason } = { status: to }] = group;
      if (!(await outcomeOf(change(idsOf(group), status, reason ?? ''))).done) count += group.length;
    }
    const unread = idsOf(before.filter(({ is_read }) => is_read === 0));
    if (unread.length > 0 && closedStatuses.includes(to)) await outcomeOf(change(unread, 'unread'));
    if (count > 0) notify.error(textOf('applicants.notMovedBack', { count, total }));
    else notify.success(textOf('applicants.movedBack', { count: total }));
  }

  /** Restores deleted applicants one by one. */
  async function restore(ids: readonly Id[]) {
    let count = 0;
    for (const id of ids) if (!(await restoreDeleted('applicant', id)).done) count += 1;
    if (count > 0) notify.error(textOf('applicants.notRestored', { count, total: ids.length }));
    else notify.success(deskMessages['trash.restored']);
    refreshApplicants(queries);
  }

  return {
    busy,
    change,
    /** Makes a change, and reports the outcome in a toast. Returns true on success. */
    run: async (ids: readonly Id[], action: BulkAction) => {
      setBusy(true);
      const call = change(ids, action);
      const outcome = await outcomeOf(call);
      setBusy(false);
      if (outcome.done) announce((await call).done);
      else notify.error(outcome.reason);
      return outcome.done;
    },
  };
}

function textFor(queries: QueryClient, ids: readonly Id[], action: BulkAction, moved: number) {
  if (action === 'read' || action === 'unread') return deskMessages['applicants.changed'];
  const [first = 0] = ids;
  const count = ids.length;
  if (action === 'delete')
    return count === 1 ? deskMessages['applicant.deleted'] : textOf('applicants.deleted', { count });
  const name = count === 1 && knownApplicant(queries, first)?.name;
  return name
    ? movedText(name, action)
    : textOf('applicants.moved', { count: moved || count, status: statusLabels[action] });
}

interface RejectFormProps {
  /** The people to reject, as text: "Ana Gul", "3 applicants". */
  people: string;
  /** The people from whom the reason is hidden, as text: "The applicant". */
  who: string;
  /** The version on which the rejection of a single applicant is based. */
  version?: string;
  save: (reason: string, context: SaveContext) => Promise<Envelope>;
  /** Called after the rejection; `writes` is true if the admin wants to write a mail next. */
  onRejected: (writes: boolean, answer: Envelope) => void;
  onClose: () => void;
}

/** Rejects one or several applicants with one reason, which only admins see. */
export function RejectForm({ people, who, version, save, onRejected, onClose }: RejectFormProps) {
  const canMail = useCanMail();
  const writes = useRef(false);
  const state = useResourceForm<{ reject_reason: string }>({
    draftKey: undefined,
    stored: { reject_reason: '' },
    version,
    rules: applicantChangeSchema.shape,
    save: ({ reject_reason }, context) => save(reject_reason, context),
    onSaved: (answer) => {
      onRejected(writes.current, answer);
      onClose();
    },
  });
  const submit = (andWrite: boolean) => {
    writes.current = andWrite;
    void state.submit();
  };
  return (
    <FormDialog
      title={`Reject ${people}`}
      size="small"
      submitLabel="Reject"
      busyLabel={messages['busy.submitting']}
      state={state}
      onClose={onClose}
      actions={
        canMail && (
          <Button variant="quiet" disabled={state.busy} onClick={() => submit(true)}>
            Reject and email
          </Button>
        )
      }
    >
      <TextField
        label="Reason (optional)"
        hint={`For you and your colleagues. ${who} will not see this.`}
        multiline
        rows={4}
        dir="auto"
        maxLength={limits.note}
        counter
        {...bindFields(state.form, state.busy)('reject_reason')}
      />
    </FormDialog>
  );
}
