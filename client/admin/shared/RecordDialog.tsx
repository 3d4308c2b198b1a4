import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { EntityDialog } from './EntityDialog.tsx';
import { EntityForm, useEntityForm } from './EntityForm.tsx';

type Options = Parameters<typeof useEntityForm>[0];

interface RecordDialogProps<Row extends NonNullable<Options['row']>, Key extends QueryKey>
  extends Pick<Options, 'noun' | 'schema' | 'kind'>,
    Pick<ComponentProps<typeof EntityDialog>, 'size' | 'errorIsTitle'> {
  /** The record to edit; undefined for a new one. */
  id: Id | undefined;
  /** The word for one record, such as "category". */
  what: string;
  /** Another word for it in the title. */
  titled?: string;
  /** The calls that add and change one. */
  calls: readonly [add: CallName, change: CallName];
  /** Query for the record to edit. */
  query: (id: Id) => UseQueryOptions<Row, Error, Row, Key> & { queryKey: Key };
  /** The options of the form that depend on the stored record. */
  options: (row: Row | undefined) => Pick<Options, 'says'> & Partial<Options>;
  onClose: () => void;
  /** Renders the fields. */
  children: (row: Row | undefined) => ReactNode;
}

/** The dialog with the form of a new or stored record: the descriptor, and what is special to its kind. */
export function RecordDialog<Row extends NonNullable<Options['row']>, Key extends QueryKey>(
  props: RecordDialogProps<Row, Key>,
) {
  const { id, noun, schema, kind, what, titled = what, calls, query, options, onClose, children } = props;
  const isNew = id === undefined;
  const call = calls[isNew ? 0 : 1];
  return (
    <EntityDialog
      title={`${isNew ? 'Add' : 'Edit'} ${titled}`}
      call={call}
      what={what}
      query={isNew ? undefined : query(id)}
      size={props.size}
      errorIsTitle={props.errorIsTitle}
      onClose={onClose}
    >
      {(row) => (
        <RecordForm
          noun={noun}
          row={row}
          schema={schema}
          kind={kind}
          call={call}
          read={query(id ?? 0)}
          onDone={onClose}
          {...options(row)}
        >
          {children(row)}
        </RecordForm>
      )}
    </EntityDialog>
  );
}

function RecordForm({ children, ...options }: Options & { children: ReactNode }) {
  return <EntityForm state={useEntityForm(options)}>{children}</EntityForm>;
}
