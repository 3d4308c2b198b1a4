import { useEffect, useEffectEvent } from 'react';
import { DetailPane, useIsSideBySide } from '../../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { mayAct } from '../keys/shortcuts.ts';
import { useSingleApplicant } from '../single-applicant.ts';
import { ReviewBody } from './ReviewBody.tsx';
import type { ReviewProps } from './review-props.ts';

/** One applicant for review: beside the list on wide screens, in a sheet above it on others. */
export function Review(props: ReviewProps) {
  const { id, onClose } = props;
  useEscape(useIsSideBySide(), onClose);
  const { data: applicant } = useSingleApplicant(id);
  const name = applicant?.name ?? 'Applicant';
  return (
    <>
      <PageTitle>{applicant ? `${name} · Applicants` : 'Applicants'}</PageTitle>
      <DetailPane
        id={id}
        label="Review"
        title={name}
        closeLabel="Close the review"
        onClose={onClose}
        data-review
      >
        <ReviewBody key={id} {...props} />
      </DetailPane>
    </>
  );
}

/** Esc closes the pane wherever the focus is, unless it closes something nearer. A sheet is a dialog, which does it by itself. */
function useEscape(on: boolean, onClose: () => void): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && mayAct(event.target)) onClose();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => close(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
