import { type ComponentType, type ReactNode, Suspense } from 'react';
import { type CallName, callsOf } from '#shared/contract/index.ts';
import { momentOf } from '#shared/dates.ts';
import { capitalised, type Entity, wordFor } from '#shared/entities/entity.ts';
import type { ContentName } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { formatLocalDay } from '../../ui/dates.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { AddButton } from './access.tsx';
import { deletionOf, useDeleteWithUndo } from './calls.tsx';
import { DataList, type DataListProps, deleteAction, Entry, editAction } from './DataList.tsx';
import { publicPath, RecordDialog } from './RecordDialog.tsx';
import styles from './rows.module.css';

interface OfNoun {
  noun: Entity & { resource: ContentName };
}

interface RecordsScreenProps extends OfNoun {
  title: string;
  /** Shown before the title. */
  before?: ReactNode;
  /** The words of the button that adds a record. */
  add: string;
  /** The form of a new or stored record; by default the descriptor's. */
  Form?: ComponentType<OfNoun & { id: Id | undefined; onClose: () => void }>;
  children: ReactNode;
}

/** The screen of a noun's records: its head, what it lists, and the form that the URL names. */
export function RecordsScreen({
  noun,
  title,
  before,
  add,
  Form = RecordDialog,
  children,
}: RecordsScreenProps) {
  const form = useOpenForm();
  const id = idInFormName(form.open);
  return (
    <>
      <ScreenHeader title={title} before={before} actions={<AddRecord noun={noun}>{add}</AddRecord>} />
      {children}
      <Suspense fallback={null}>
        {(form.open === 'new' || id !== undefined) && (
          <Form key={form.open} noun={noun} id={id} onClose={form.close} />
        )}
      </Suspense>
    </>
  );
}

/** The button that opens the form of a new record. */
export function AddRecord({ noun, children }: OfNoun & { children: ReactNode }) {
  const form = useOpenForm();
  return (
    <AddButton call={callsOf(noun.resource).add as CallName} onClick={() => form.show('new')}>
      {children}
    </AddButton>
  );
}

interface RecordListProps<Row> extends OfNoun, Omit<DataListProps<Row>, 'name' | 'what' | 'one' | 'empty'> {
  name?: string;
  empty?: DataListProps<Row>['empty'];
  /** Facts of a row after those of the descriptor. */
  facts?: (row: Row) => ReactNode;
  /** Deletes a row; by default without asking, with "Undo". */
  onDelete?: (row: Row) => void;
}

/** The records of a noun with a public page, one a row: title, status, date, and the usual actions. */
export function RecordList<Row extends Stored>({ noun, facts, onDelete, ...list }: RecordListProps<Row>) {
  const form = useOpenForm();
  const { remove } = useDeleteWithUndo(deletionOf(noun.resource));
  const titleOf = (row: Row) => String(row[noun.title as keyof Row]);
  return (
    <DataList
      name={capitalised(noun.archive)}
      what={noun.archive}
      one={wordFor(noun)}
      empty={{
        title: `No ${noun.archive} yet`,
        action: <AddRecord noun={noun}>Add the first {wordFor(noun)}</AddRecord>,
      }}
      columns={[
        {
          head: 'Title',
          cell: (row) => (
            <Entry
              title={titleOf(row)}
              facts={
                <>
                  <Status {...row} />
                  {facts?.(row)}
                </>
              }
            />
          ),
        },
      ]}
      titleOf={titleOf}
      buttons={(row) => publicPath(noun.resource, row)}
      actions={(row) => [
        editAction(noun.resource, () => form.edit(row.id)),
        deleteAction(noun.resource, () => (onDelete ? onDelete(row) : void remove(row.id))),
      ]}
      {...list}
    />
  );
}

interface Stored {
  id: Id;
  is_active?: number;
  created_at?: string;
}

/**
 * Whether visitors see the record, and when it was added. A host may send a time that Date cannot parse; then nothing
 * is shown instead of "Invalid Date".
 */
function Status({ is_active, created_at = '' }: Stored) {
  const date = momentOf(created_at);
  return (
    <>
      {is_active !== undefined && (
        <span className={styles.state} data-active={is_active === 1 || undefined}>
          {is_active === 1 ? 'Active' : 'Inactive'}
        </span>
      )}
      {date && <time dateTime={date.toISOString()}>{formatLocalDay(created_at)}</time>}
    </>
  );
}
