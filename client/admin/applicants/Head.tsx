import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { Badge } from '../../ui/Badge.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { BoardIcon, DownloadIcon, ListIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { type ApplicantFilters, type ApplicantView, filterQuery } from './applicant-address.ts';
import styles from './Head.module.css';

interface HeadProps {
  filters: ApplicantFilters;
  view: ApplicantView;
  /** Unread ones among those that the filters leave. */
  unread: number | undefined;
  onView: (view: ApplicantView) => void;
  onHelp: () => void;
}

const views = [
  { value: 'list', label: 'List', Icon: ListIcon },
  { value: 'board', label: 'Board', Icon: BoardIcon },
] as const;

/** Title of the screen and what concerns all of it. */
export function Head({ filters, view, unread, onView, onHelp }: HeadProps) {
  return (
    <ScreenHeader
      title="Applicants"
      actions={
        <>
          {unread !== undefined && unread > 0 && (
            <span className={styles.unread}>
              <Badge tone="accent">{unread} unread</Badge>
            </span>
          )}
          <SegmentedControl label="View" hideLabel value={view} options={views} onChange={onView} />
          <a
            className={classNames(buttonClass({ variant: 'quiet' }), styles.link)}
            href={exportAddress(filters)}
            download
          >
            <DownloadIcon size={18} /> Export CSV
          </a>
          <IconButton
            className={styles.keys}
            label="Keyboard shortcuts"
            onClick={onHelp}
            aria-haspopup="dialog"
          >
            <span className={styles.sign}>?</span>
          </IconButton>
        </>
      }
    />
  );
}

/** The address of the file of all applicants that the filters leave, not only of this page. */
function exportAddress(filters: ApplicantFilters): string {
  const query = new URLSearchParams(
    Object.entries(filterQuery(filters)).map(([name, value]) => [name, String(value)]),
  );
  const path = callPath(contract.exportApplicants);
  return query.size > 0 ? `${path}?${query}` : path;
}
