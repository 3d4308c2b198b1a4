import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import type { MailTemplateName } from '#shared/schemas/letter.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { announce, type Done } from '../shared/announce.ts';
import type { Addressee } from '../shared/mails/MailDialog.tsx';
import { useCanMail } from '../shared/mails/mail-queries.ts';
import { useDeleteAsking } from '../shared/use-delete-asking.tsx';
import { nextStatus, templateFor } from './labels.ts';
import { moveOf } from './moves.ts';
import {
  changeApplicant,
  dropApplicants,
  knownApplicant,
  refreshApplicants,
  saveApplicant,
  versionOf,
} from './queries.ts';
import { RejectForm } from './RejectForm.tsx';
import { useAbilities } from './use-abilities.ts';

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
    deleted: deskMessages['applicant.deleted'],
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
async function moveNow(
  queries: QueryClient,
  applicant: ApplicantSummary,
  to: ApplicantStatus,
): Promise<Done | undefined> {
  const before = knownApplicant(queries, applicant.id) ?? applicant;
  const isMoved = await changeApplicant(queries, applicant, { status: to });
  return isMoved ? moveOf(queries, applicant, to, before) : undefined;
}
