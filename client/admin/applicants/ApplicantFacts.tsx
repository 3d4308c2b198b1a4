import { useId } from 'react';
import { Link } from 'react-router-dom';
import { type Id, readId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatAge, formatMoment } from '../../ui/dates.ts';
import { follow } from '../../ui/follow.ts';
import { ClockIcon, CloseIcon, MailIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { StatusMenu as MenuOfStatus } from '../shared/DataList.tsx';
import { type ApplicantSummary, useApplicantActions } from './ApplicantActions.tsx';
import styles from './ApplicantFacts.module.css';
import { useApplicantParams } from './filters.tsx';
import { formatRetention, statusLabels, statusTones } from './labels.ts';
import { useAbilities } from './queries.ts';

/** Shows how long ago a time was; the exact time is a tooltip. */
export function TimeAgo({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {formatAge(iso)}
    </time>
  );
}

/** Shows until when an applicant is stored, and highlights the date when it is near. */
export function Retention({ until }: { until: string }) {
  const { text, soon } = formatRetention(until);
  // Some hosts do not send the retention date.
  if (!until) return null;
  if (!soon) return <span>{text}</span>;
  return (
    <Badge tone="danger" Icon={ClockIcon}>
      {text}
    </Badge>
  );
}

const stars: readonly number[] = Array.from({ length: limits.rating }, (_, at) => at + 1);

/** A read-only rating; renders nothing for an applicant without a rating. */
export function Rating({ value }: { value: number }) {
  if (value <= 0) return null;
  return (
    <span className={styles.rating}>
      {stars.map((star) =>
        star <= value ? <StarFilledIcon key={star} size={14} /> : <StarIcon key={star} size={14} />,
      )}
      <VisuallyHidden>
        {value} of {limits.rating} stars
      </VisuallyHidden>
    </span>
  );
}

/** A choice of stars as radio buttons, so that arrow keys work too. The last button removes the rating. */
export function RatingField({ value, onChange }: { value: number; onChange: (rating: number) => void }) {
  const name = useId();
  const input = (rating: number) => ({
    className: 'overlay',
    type: 'radio',
    name,
    checked: value === rating,
    onChange: () => onChange(rating),
  });
  return (
    <fieldset className={styles.field}>
      <VisuallyHidden>
        <legend>Rating</legend>
      </VisuallyHidden>
      {stars.map((star) => (
        <label
          key={star}
          className={styles.star}
          data-on={star <= value || undefined}
          title={`${star} of ${limits.rating}`}
        >
          <input {...input(star)} aria-label={star === 1 ? '1 star' : `${star} stars`} />
          {star <= value ? <StarFilledIcon /> : <StarIcon />}
        </label>
      ))}
      <label className={styles.none} data-chosen={value === 0 || undefined} title="No rating">
        <input {...input(0)} aria-label="No rating" />
        <CloseIcon size={14} />
      </label>
    </fieldset>
  );
}

/** The name of an applicant, as a link that covers the whole row or card and opens the review. */
export function ApplicantLink({
  applicant: { id, name, is_read },
  className,
}: {
  applicant: ListedApplicant;
  className: string | undefined;
}) {
  const { search, open, current } = useApplicantParams().link(id);
  return (
    <Link
      className={classNames('covers', className)}
      data-row={id}
      // Opens the review, in another tab too.
      to={{ search }}
      aria-current={current ? 'true' : undefined}
      // The browser's own dragging of links would replace the dragging of a card.
      draggable={false}
      onClick={(event) => follow(event, open)}
    >
      {is_read === 0 && <VisuallyHidden>Unread: </VisuallyHidden>}
      <bdi lang={languageOf(name)}>{name}</bdi>
    </Link>
  );
}

/** Focuses the link of an applicant, after the keys j and k. */
export function focusApplicant(id: Id) {
  document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
}

/** Returns the applicant whose row or card has the focus. */
export function focusedApplicant() {
  const id = document.activeElement?.closest<HTMLElement>('[data-applicant]')?.dataset.applicant;
  return readId(id);
}

/** The status of an applicant, as a menu of the statuses to move to. Read-only where the host supports no change. */
export function StatusMenu({ applicant }: { applicant: ApplicantSummary }) {
  const { name, status } = applicant;
  return (
    <MenuOfStatus
      of={name}
      status={statusLabels[status]}
      tone={statusTones[status]}
      items={useMoves(applicant)}
    />
  );
}

/** Menu of a card with the statuses to move to, for admins who do not drag. */
export function MoveMenu({ applicant }: { applicant: ApplicantSummary }) {
  const items = useMoves(applicant);
  if (items.length === 0) return null;
  return (
    <span>
      <Menu label={`Move ${applicant.name}`} items={items} />
    </span>
  );
}

/** Returns every other status as an item, followed by the other actions on the applicant. */
function useMoves(applicant: ApplicantSummary) {
  const { move, mail } = useApplicantActions();
  const can = useAbilities();
  const others = can.moves ? can.statuses.filter((to) => to !== applicant.status) : [];
  const moves = others.map((to) => ({ label: statusLabels[to], onSelect: () => move(applicant, to) }));
  return mail
    ? [...moves, { label: 'Write a mail', Icon: MailIcon, onSelect: () => mail([applicant]) }]
    : moves;
}
