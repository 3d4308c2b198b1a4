import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { BoardIcon, DownloadIcon, ListIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { type ApplicantFilters, useApplicantParams } from './applicant-search-params.ts';
import styles from './Header.module.css';
import { useAbilities } from './use-abilities.ts';

interface HeaderProps {
  /** Number of all unread applicants, as in the sidebar; where the host does not count them, of those of the list. */
  unread: number | undefined;
  onHelp: () => void;
}

const views = [
  { value: 'list', label: 'List', Icon: ListIcon },
  { value: 'board', label: 'Board', Icon: BoardIcon },
] as const;

/** The head of the screen: the choice of list or board, the export, and the button for the keyboard shortcuts. */
export function Header({ unread = 0, onHelp }: HeaderProps) {
  const can = useAbilities();
  const { params, change } = useApplicantParams();
  return (
    <ScreenHeader
      title="Applicants"
      page={null}
      actions={
        <>
          {unread > 0 && (
            <span className={styles.unread}>
              <Badge tone="accent">{unread} unread</Badge>
            </span>
          )}
          <SegmentedControl
            label="View"
            hideLabel
            value={params.view}
            options={views}
            onChange={(view) => change({ view: view === 'board' ? view : undefined, status: undefined })}
          />
          {can.exports && (
            <a
              className={classNames(buttonClass({ variant: 'quiet' }), styles.link)}
              href={exportPath(params.filters)}
              download
              title="Export CSV"
            >
              <DownloadIcon size={18} /> <span className={styles.exportLabel}>Export CSV</span>
            </a>
          )}
          <IconButton
            className={styles.help}
            label="Keyboard shortcuts"
            onClick={onHelp}
            aria-haspopup="dialog"
          >
            <span className={styles.questionMark}>?</span>
          </IconButton>
        </>
      }
    />
  );
}

/** Returns the URL of an export of all applicants that match the filters, on every page of the list. */
function exportPath(filters: ApplicantFilters): string {
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const path = callPath(contract.exportApplicants);
  return query.size > 0 ? `${path}?${query}` : path;
}
