import type { ReactNode } from 'react';
import { pathTo } from '#shared/paths.ts';
import { parseUrl } from '#shared/ponyfills.ts';
import type { Project } from '#shared/schemas/project.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ArrowUpRightIcon, EditIcon, TrashIcon } from '../../../ui/icons.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Picture } from '../Picture.tsx';
import styles from './ProjectRow.module.css';

interface ProjectRowProps {
  project: Project;
  /** What moves the row. */
  handle: ReactNode;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** One project of the list, with what can be done with it. */
export function ProjectRow({ project, handle, deleting, onEdit, onDelete }: ProjectRowProps) {
  const { id, title, images, video, project_url: link } = project;
  return (
    <div className={styles.row} aria-busy={deleting || undefined}>
      <span className={styles.handle}>{handle}</span>
      <Picture src={images[0]?.image} />
      <span className={styles.words}>
        <span className={classNames(layout.clampedName, styles.title)} lang={languageOf(title)}>
          {title}
        </span>
        <span className={styles.facts}>
          <span>{images.length === 1 ? '1 image' : `${images.length} images`}</span>
          {video && <span>Video</span>}
          {link && <span className={styles.link}>{hostOf(link)}</span>}
        </span>
      </span>
      <span className={styles.actions}>
        <a
          className={styles.view}
          href={pathTo('portfolioItem', { id })}
          target="_blank"
          rel="noopener"
          aria-label={`View ${title} on the site`}
          title="View on the site"
        >
          <ArrowUpRightIcon />
        </a>
        <IconButton label={`Edit ${title}`} title="Edit" onClick={onEdit}>
          <EditIcon />
        </IconButton>
        <IconButton label={`Delete ${title}`} title="Delete" onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      </span>
    </div>
  );
}

/** The part of an address that people know it by. */
function hostOf(address: string): string {
  return parseUrl(address)?.host ?? address;
}
