import { useDraggable } from '@dnd-kit/core';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { classNames } from '../../../ui/class-names.ts';
import layout from '../../../ui/layout/layout.module.css';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { rowLinkId } from '../keys/focus-row.ts';
import { MoveMenu } from '../MoveMenu.tsx';
import styles from './Board.module.css';
import { CardFace } from './CardFace.tsx';

interface BoardCardProps {
  applicant: ListedApplicant;
  open: boolean;
  search: string;
  onOpen: (id: Id) => void;
}

export const BoardCard = memo(function BoardCard({ applicant, open, search, onOpen }: BoardCardProps) {
  const { id, name, is_read } = applicant;
  const { setNodeRef, listeners, isDragging } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      className={styles.card}
      data-applicant={id}
      data-open={open || undefined}
      data-unread={is_read === 0 || undefined}
      data-dragging={isDragging || undefined}
    >
      <CardFace
        applicant={applicant}
        name={
          <Link
            className={classNames(layout.stretched, styles.name)}
            id={rowLinkId(id)}
            to={{ search }}
            aria-current={open ? 'true' : undefined}
            // The browser's own dragging of links would take the card's place.
            draggable={false}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              onOpen(id);
            }}
          >
            {is_read === 0 && <VisuallyHidden>Unread: </VisuallyHidden>}
            <bdi>{name}</bdi>
          </Link>
        }
        action={<MoveMenu applicant={applicant} />}
      />
    </li>
  );
});
