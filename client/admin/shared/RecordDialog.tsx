import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { EntityDialog } from './EntityDialog.tsx';
import { EntityForm, useEntityForm } from './EntityForm.tsx';

type Options = Parameters<typeof useEntityForm>[0];

type Buttons = (
  state: ReturnType<typeof useEntityForm>,
) => Pick<ComponentProps<typeof EntityForm>, 'submitLabel' | 'mainAction'>;

interface RecordDialogProps<Row extends NonNullable<Options['row']>, Key extends QueryKey>
  extends Pick<Options, 'noun' | 'schema' | 'kind'>,
    Pick<ComponentProps<typeof EntityDialog>, 'size' | 'errorIsTitle'> {
  /** The record to edit; undefined for a new one. */
  id: Id | undefined;
  /** True if the record is only the beginning of a new one. */
  isCopy?: boolean;
  /** The word for one record, such as "category". */
  what: string;
  /** The title, if it is another one than "Add category" or "Edit category". */
  title?: string;
  /** The calls that add and change one. */
  calls: readonly [add: CallName, change: CallName];
  /** Query for the record to edit. */
  query: (id: Id) => UseQueryOptions<Row, Error, Row, Key> & { queryKey: Key };
  /** The options of the form that depend on the stored record, or on the one of which a new one is a copy. */
  options: (row: Row | undefined, from: Row | undefined) => Pick<Options, 'says'> & Partial<Options>;
  /** The buttons that depend on what is in the form. */
  buttons?: Buttons;
  onClose: () => void;
  /** Renders the fields. */
  children: (row: Row | undefined) => ReactNode;
}

/** The dialog with the form of a new or stored record: the descriptor, and what is special to its kind. */
export function RecordDialog<Row extends NonNullable<Options['row']>, Key extends QueryKey>(
  props: RecordDialogProps<Row, Key>,
) {
  const { id, isCopy, noun, schema, kind, what, calls, query, options, buttons, onClose, children } = props;
  const isNew = id === undefined || isCopy;
  const call = calls[isNew ? 0 : 1];
  return (
    <EntityDialog
      title={props.title ?? `${isNew ? 'Add' : 'Edit'} ${what}`}
      call={call}
      what={what}
      query={id === undefined ? undefined : query(id)}
      size={props.size}
      errorIsTitle={props.errorIsTitle}
      onClose={onClose}
    >
      {(stored) => {
        const row = isCopy ? undefined : stored;
        return (
          <RecordForm
            noun={noun}
            row={row}
            schema={schema}
            kind={kind}
            call={call}
            read={query(id ?? 0)}
            buttons={buttons}
            onDone={onClose}
            {...options(row, isCopy ? stored : undefined)}
          >
            {children(row)}
          </RecordForm>
        );
      }}
    </EntityDialog>
  );
}

function RecordForm({ children, buttons, ...options }: Options & { buttons?: Buttons; children: ReactNode }) {
  const state = useEntityForm(options);
  return (
    <EntityForm state={state} {...buttons?.(state)}>
      {children}
    </EntityForm>
  );
}
