import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { type CallName, callsOf } from '#shared/contract/index.ts';
import type { ContentName } from '#shared/entities/index.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import type { ActivityResource } from '#shared/schemas/activity.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { follow } from '../../ui/follow.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChevronDownIcon, EditIcon, ImageIcon, TeamIcon, TrashIcon } from '../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Table } from '../../ui/Table.tsx';
import { useMay, useSupportedItems } from './access.tsx';
import { useHistoryItem } from './activity/use-history-item.tsx';
import { PagedList, type PagedListProps } from './PagedList.tsx';
import { ViewOnSite } from './publish/ViewOnSite.tsx';
import titleStyles from './RowTitle.module.css';
import styles from './rows.module.css';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  className?: string;
}

/** An action on a row. It is shown only if the role may make its call, and the host is not known to lack it. */
export type RowAction = MenuItem & { call?: CallName };

/** The usual actions on a record of content. */
export const editAction = (resource: ContentName, onSelect: () => void): RowAction => ({
  call: callsOf(resource).change,
  label: 'Edit',
  Icon: EditIcon,
  onSelect,
});
export const deleteAction = (resource: ContentName, onSelect: () => void): RowAction => ({
  call: callsOf(resource).remove,
  label: 'Delete',
  Icon: TrashIcon,
  danger: true,
  onSelect,
});

export type DataListProps<Row> = Omit<PagedListProps<Row>, 'children'> &
  Omit<RowsProps<Row>, 'rows' | 'stale'>;

/** A list of the admin area: lines or a table, with their actions. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { columns } = props;
  return (
    <PagedList {...props}>
      {(rows, stale) =>
        columns ? (
          <Columns {...props} columns={columns} rows={rows} stale={stale} />
        ) : (
          <Lines {...props} rows={rows} stale={stale} />
        )
      }
    </PagedList>
  );
}

interface RowsProps<Row> {
  /** Accessible name of the rows. */
  name: string;
  rows: readonly Row[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  keyOf?: (row: Row) => Id;
  /** The columns of a table; on a narrow screen those of the class `wide` are left out. */
  columns?: readonly Column<Row>[];
  /** True if the order of the lines means something. */
  ordered?: true;
  /** Or one line for each row. */
  line?: (row: Row) => ReactNode;
  lineClassName?: string;
  /** True if the lines are cards beside each other, with a look of their own. */
  cards?: true;
  /** Makes each line a link that opens the row's record: the search part of its URL, and if it is open now, or new. */
  link?: (row: Row) => { search: string; open: () => void; current: boolean; isNew?: boolean };
  /** The title of a row, which names its actions. */
  titleOf?: (row: Row) => string;
  actions?: (row: Row) => readonly RowAction[];
  /** Shows the actions as buttons, after a link to the page of the row if it has one, instead of as a menu. */
  buttons?: (row: Row) => string | undefined;
  /** Adds the history of the row to the menu. */
  history?: ActivityResource;
  /** True for the row that is being changed. */
  busy?: (row: Row) => boolean;
  /** Attributes of a row of the table. */
  rowProps?: (row: Row) => ComponentProps<'tr'> & Record<`data-${string}`, unknown>;
  /** Lets people select rows of a table; null where they cannot, but the column keeps its place. */
  selection?: { ids: ReadonlySet<Id>; choose: (ids: readonly Id[], chosen: boolean) => void } | null;
  className?: string;
}

const idOf = (row: unknown) => (row as { id: Id }).id;

function Lines<Row>(props: RowsProps<Row>) {
  const { name, rows, stale, keyOf = idOf, line, link, cards } = props;
  const List = props.ordered ? 'ol' : 'ul';
  const lineClass = classNames(!cards && (link ? styles.opens : styles.row), props.lineClassName);
  return (
    <List
      className={classNames(!cards && styles.boxed, props.className)}
      aria-label={name}
      aria-busy={stale || undefined}
      onKeyDown={link && moveByArrows}
    >
      {rows.map((row) => {
        const to = link?.(row);
        return (
          <li key={keyOf(row)} className={to ? undefined : lineClass}>
            {to ? (
              <Link
                className={lineClass}
                to={{ search: to.search }}
                onClick={(event) => follow(event, to.open)}
                data-row={keyOf(row)}
                data-new={to.isNew || undefined}
                aria-current={to.current ? 'true' : undefined}
              >
                {line?.(row)}
              </Link>
            ) : (
              line?.(row)
            )}
            {props.actions && <RowActions {...props} row={row} />}
          </li>
        );
      })}
    </List>
  );
}

function Columns<Row>(props: RowsProps<Row> & { columns: readonly Column<Row>[] }) {
  const { name, rows, stale, keyOf = idOf, columns, selection, actions } = props;
  const chosen = rows.filter((row) => selection?.ids.has(keyOf(row))).length;
  return (
    <Table
      label={name}
      aria-busy={stale || undefined}
      className={classNames(props.className, stale && styles.busy)}
    >
      <thead>
        <tr>
          {selection !== undefined && (
            <th scope="col" className={styles.narrow}>
              {selection && (
                <Checkbox
                  hideLabel
                  label="Select all on this page"
                  checked={chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={(event) => selection.choose(rows.map(keyOf), event.target.checked)}
                />
              )}
            </th>
          )}
          {columns.map(({ head, className }) => (
            <th key={head} scope="col" className={className}>
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col" className={styles.narrow}>
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Cells key={keyOf(row)} {...props} row={row} />
        ))}
      </tbody>
    </Table>
  );
}

/** One row of the table. */
function Cells<Row>(props: RowsProps<Row> & { columns: readonly Column<Row>[]; row: Row }) {
  const { row, keyOf = idOf, columns, selection } = props;
  const id = keyOf(row);
  return (
    <tr aria-busy={props.busy?.(row) || undefined} {...props.rowProps?.(row)}>
      {selection !== undefined && (
        <td className={styles.narrow}>
          {selection && (
            <Checkbox
              hideLabel
              label={`Select ${props.titleOf?.(row)}`}
              checked={selection.ids.has(id)}
              onChange={(event) => selection.choose([id], event.target.checked)}
            />
          )}
        </td>
      )}
      {columns.map(({ head, cell, className }) => (
        <td key={head} className={className}>
          {cell(row)}
        </td>
      ))}
      {props.actions && (
        <td>
          <RowActions {...props} row={row} />
        </td>
      )}
    </tr>
  );
}

/** Moves the focus between rows with Up, Down, Home and End. Tab also works, because each row is a link. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = to === undefined || at < 0 ? undefined : links[to];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** The title of a record, and the facts below it. */
export function Entry({ title, facts }: { title: string; facts: ReactNode }) {
  return (
    <>
      <span className={classNames('clampedName', styles.title)} lang={languageOf(title)}>
        {title}
      </span>
      <span className={styles.facts}>{facts}</span>
    </>
  );
}

/** The actions on a row, as a menu or as buttons. */
export function RowActions<Row>(
  props: Pick<RowsProps<Row>, 'keyOf' | 'titleOf' | 'actions' | 'buttons' | 'history'> & { row: Row },
) {
  const { row, keyOf = idOf, titleOf, actions, buttons, history } = props;
  const title = titleOf?.(row) ?? '';
  const items = actions?.(row) ?? [];
  if (buttons) return <RowButtons title={title} items={items} view={buttons(row)} />;
  return <RowMenu title={title} items={items} history={history} id={keyOf(row)} />;
}

/** The actions on a row as buttons, after a link to its page if it has one. */
export function RowButtons({
  title,
  items,
  view,
}: {
  title: string;
  items: readonly RowAction[];
  view?: string;
}) {
  return (
    <span className={styles.actions}>
      {view && <ViewOnSite path={view} rowOf={title} />}
      {useSupportedItems()(items).map(({ label, Icon, onSelect }) => (
        <IconButton key={label} label={`${label} ${title}`} title={label} onClick={onSelect}>
          {Icon && <Icon />}
        </IconButton>
      ))}
    </span>
  );
}

interface RowMenuProps {
  title: string;
  label?: string;
  items: readonly RowAction[];
  /** Adds the history of the record before what cannot be undone. */
  history?: ActivityResource;
  id: Id;
}

/** The actions on a row as a menu. */
export function RowMenu({ title, label = `Actions for ${title}`, items, history, id }: RowMenuProps) {
  const menu = { label, items: useSupportedItems()(items) };
  return history ? <HistoryMenu {...menu} resource={history} id={id} title={title} /> : <Menu {...menu} />;
}

interface HistoryMenuProps extends ComponentProps<typeof Menu> {
  resource: ActivityResource;
  id: Id;
  title: string;
}

function HistoryMenu({ label, items, resource, id, title }: HistoryMenuProps) {
  const { item, dialog } = useHistoryItem(resource, id, title);
  return (
    <>
      <Menu
        label={label}
        items={[...items.filter(({ danger }) => !danger), item, ...items.filter(({ danger }) => danger)]}
      />
      {dialog}
    </>
  );
}

interface RowTitleProps {
  /** The call that saves the form of the row's record. */
  call: CallName;
  title: string;
  className: string | undefined;
  onOpen: () => void;
}

/** The title of a row. If the role may save the record, the title is a button that opens its form. */
export function RowTitle({ call, title, className, onOpen }: RowTitleProps) {
  const words = {
    className: classNames('clampedName', styles.opener, className),
    dir: 'auto',
    lang: languageOf(title),
    children: title,
  };
  return useMay()(call) ? <button type="button" {...words} onClick={onOpen} /> : <span {...words} />;
}

/** Icons that are shown if there is no picture. */
const placeholders = {
  wide: <ImageIcon size={22} />,
  portrait: <TeamIcon size={36} />,
  round: <TeamIcon size={20} />,
};

interface ThumbnailProps {
  /** URL of our own origin, or of a file that was just chosen. */
  src: string | null | undefined;
  /**
   * Shape of the thumbnail: a wide picture of the portfolio, a portrait as on the team page, or a small round one.
   */
  shape: keyof typeof placeholders;
}

/**
 * A small stored picture. An icon is shown if there is no picture, if it is on another site, or if it does not load.
 */
export function Thumbnail({ src, shape }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  const shown = src && failed !== src && (src.startsWith('blob:') || isAllowedImage(src));
  return (
    <span className={classNames(titleStyles.thumbnail, titleStyles[shape])}>
      {shown ? (
        <Picture src={src} alt="" sizes="6rem" largest={320} onError={() => setFailed(src)} />
      ) : (
        placeholders[shape]
      )}
    </span>
  );
}

interface StatusMenuProps {
  /** Name of the record. */
  of: string;
  status: string;
  tone: BadgeTone;
  /** The statuses to choose from. */
  items: readonly MenuItem[];
}

/** The status of a record, and a menu that changes it; a badge alone if it cannot be changed. */
export function StatusMenu({ of, status, tone, items }: StatusMenuProps) {
  const badge = <Badge tone={tone}>{status}</Badge>;
  if (items.length === 0) return badge;
  return (
    <span className={titleStyles.menu}>
      <Menu
        label={`Status of ${of}: ${status}`}
        className={titleStyles.trigger}
        trigger={
          <>
            {badge}
            <ChevronDownIcon size={16} />
          </>
        }
        items={items}
      />
    </span>
  );
}
