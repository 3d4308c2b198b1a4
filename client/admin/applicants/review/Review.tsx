import { useEffect, useEffectEvent, useRef } from 'react';
import { languageOf } from '#shared/text-direction.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { IconButton } from '../../../ui/icon-button/IconButton.tsx';
import { CloseIcon } from '../../../ui/icons/icons.tsx';
import { PageTitle } from '../../../ui/page-title/PageTitle.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { mayAct } from '../keys/shortcuts.ts';
import { useSingleApplicant } from '../queries/single-applicant.ts';
import styles from './Review.module.css';
import { ReviewBody } from './ReviewBody.tsx';
import type { ReviewProps } from './review-props.ts';

/** One applicant for review: beside the list on wide screens, in a sheet above it on others. */
export function Review(props: ReviewProps) {
  const { id, onClose } = props;
  const beside = useMediaQuery('from-xl');
  useEscape(beside, onClose);
  const { data: applicant } = useSingleApplicant(id);
  const name = applicant?.name ?? 'Applicant';
  const title = <PageTitle>{applicant ? `${name} · Applicants` : 'Applicants'}</PageTitle>;
  if (!beside) {
    return (
      <>
        {title}
        <Dialog open size="panel" title={name} onClose={onClose}>
          <div data-review className={styles.sheet}>
            <FocusTarget key={id} />
            <ReviewBody key={id} {...props} />
          </div>
        </Dialog>
      </>
    );
  }
  return (
    <>
      {title}
      <aside className={styles.pane} data-review aria-label="Review">
        <header className={styles.header}>
          <Heading key={id} name={name} />
          <IconButton label="Close the review" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </header>
        <div className={styles.body}>
          <ReviewBody key={id} {...props} />
        </div>
      </aside>
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

/** Takes the focus when another applicant is shown, so that a screen reader says who. */
function Heading({ name }: { name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 ref={heading} className={styles.name} tabIndex={-1} dir="auto" lang={languageOf(name)}>
      {name}
    </h2>
  );
}

/** The same for the sheet, whose title is the dialog's own. */
function FocusTarget() {
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  return <div ref={target} className={styles.target} tabIndex={-1} data-focus-first />;
}
