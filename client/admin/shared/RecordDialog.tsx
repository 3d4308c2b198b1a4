import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { type CallName, callsOf } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { wordFor } from '#shared/entities/entity.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { recordPage } from '#shared/record-page.ts';
import { translateError } from '../../api/api-error.ts';
import { recordQuery } from '../../api/call-query.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { FormDialogBody, FormDialogFrame } from '../../forms/FormDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { useRoleMay } from './access.tsx';
import { EntityFields, FormContext, useEntityForm } from './EntityForm.tsx';
import { useFormTools } from './publish/form-tools.tsx';
import { ViewOnSite } from './publish/ViewOnSite.tsx';

/** The label of the button that saves a stored record. */
export const saveLabel = 'Save changes';

type Options = Parameters<typeof useEntityForm>[0];

interface Special {
  /** The buttons that depend on what is in the form. */
  buttons?: (
    state: ReturnType<typeof useEntityForm>,
  ) => Partial<Pick<ComponentProps<typeof FormDialogBody>, 'submitLabel' | 'mainAction' | 'ways'>>;
  /** Returns the values of which a preview is made, if they are others than those of the form. */
  draftOf?: Parameters<typeof useFormTools>[1];
  /** The tool that is open at first; by default the form is. */
  start?: string;
}

type ReadRow<Row, Key extends QueryKey> = (
  id: Id,
) => UseQueryOptions<Row, Error, Row, Key> & { queryKey: Key };

interface RecordDialogProps<Row extends NonNullable<Options['row']>, Key extends QueryKey>
  extends Special,
    Pick<Options, 'noun' | 'schema'>,
    Pick<ComponentProps<typeof EntityDialog>, 'size' | 'errorIsTitle'> {
  /** The record to edit; undefined for a new one. */
  id: Id | undefined;
  /** True if the record is only the beginning of a new one. */
  isCopy?: boolean;
  /** The title, if it is another one than "Add category" or "Edit category". */
  title?: string;
  /** Query for the record to edit, if it is read in another way. */
  query?: ReadRow<Row, Key>;
  /** The options of the form that depend on the stored record, or on the one of which a new one is a copy. */
  options?: (row: Row | undefined, from: Row | undefined) => Partial<Options>;
  /** Returns the path of the public page, if it is another one; undefined if visitors cannot see the record. */
  pathOf?: (row: Row) => string | undefined;
  onClose: () => void;
  /** Renders the fields, if they need more than the descriptor says. */
  children?: (row: Row | undefined) => ReactNode;
}

/** Returns the path of a record's page; undefined if it has none, or visitors cannot see the record. */
export function publicPath(resource: string, { id, is_active }: { id: Id; is_active?: unknown }) {
  return (is_active ?? 1) === 1 ? recordPage(resource, id) : undefined;
}

/** The dialog with the form of a new or stored record: the descriptor, and what is special to its kind. */
export function RecordDialog<Row extends NonNullable<Options['row']>, Key extends QueryKey>(
  props: RecordDialogProps<Row, Key>,
) {
  const { id, isCopy, noun, schema, options, buttons, draftOf, start, onClose, children } = props;
  const isNew = id === undefined || isCopy;
  const what = wordFor(noun);
  const { add, change, one } = callsOf(noun.resource);
  const {
    pathOf = (row: Row) => publicPath(noun.resource, row),
    query = (wanted: Id) => recordQuery(one as CallName, wanted) as unknown as ReturnType<ReadRow<Row, Key>>,
  } = props;
  const call = isNew ? add : change;
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
            call={call}
            read={query(id ?? 0)}
            {...{ buttons, draftOf, start }}
            path={row && pathOf(row)}
            onDone={onClose}
            {...options?.(row, isCopy ? stored : undefined)}
          >
            {children ? children(row) : <EntityFields />}
          </RecordForm>
        );
      }}
    </EntityDialog>
  );
}

interface RecordFormProps extends Options, Special {
  path: string | undefined;
  children: ReactNode;
}

function RecordForm({ children, buttons, draftOf, start, path, ...options }: RecordFormProps) {
  const state = useEntityForm(options);
  const { tools, note } = useFormTools(state, draftOf);
  return (
    <FormContext value={state}>
      <FormDialogBody
        submitLabel={state.row ? saveLabel : 'Create'}
        busyLabel={state.row ? deskMessages['busy.editing'] : messages['busy.creating']}
        {...buttons?.(state)}
        {...{ state, tools, start }}
        head={path && <ViewOnSite path={path} />}
      >
        {children}
        {note}
      </FormDialogBody>
    </FormContext>
  );
}

interface EntityDialogProps<Entity, Key extends QueryKey> {
  title: string;
  size?: ComponentProps<typeof FormDialogFrame>['size'];
  /** Call that saves the form. */
  call: CallName;
  /** Name of the kind of entity: "category". */
  what: string;
  /** Query for the entity to edit; undefined for a new one. */
  query: UseQueryOptions<Entity, Error, Entity, Key> | undefined;
  /** True if the text of an error is its whole story. By default a title is above it, made from `what`. */
  errorIsTitle?: boolean;
  /** Label of the form's submit button, which is already shown while the entity loads. */
  submitLabel?: string;
  onClose: () => void;
  /** Renders the form, a `FormDialogBody`: of the entity once it has loaded, or of a new one. */
  children: (entity: Entity | undefined) => ReactNode;
}

/**
 * A dialog that loads the complete entity and then shows its form. Lists contain only a part of an entity. It can be
 * opened by its URL: if the role may not save the form, or the API host lacks the call, it says so before anything is
 * typed.
 */
export function EntityDialog<Entity, Key extends QueryKey>(props: EntityDialogProps<Entity, Key>) {
  const isMissing = useHostSupports(props.call) === false;
  const may = useRoleMay()(props.call);
  if (may && !isMissing) return <LoadedDialog {...props} />;
  return (
    <Dialog
      open
      title={may ? 'Not on this host' : 'Not for your role'}
      onClose={props.onClose}
      footer={
        <Button variant="quiet" onClick={props.onClose}>
          Close
        </Button>
      }
    >
      <p>{may ? messages['host.callMissing'] : deskMessages['role.notAllowed']}</p>
    </Dialog>
  );
}

function LoadedDialog<Entity, Key extends QueryKey>(props: EntityDialogProps<Entity, Key>) {
  const { title, what, query, errorIsTitle, submitLabel = saveLabel, onClose, children } = props;
  const { size = query ? 'tall' : 'large' } = props;
  const none = { queryKey: ['new'] as unknown as Key, enabled: false };
  const { data: entity, error, isFetching, refetch } = useQuery(query ?? none);
  const isReady = !query || entity !== undefined;
  const frame = { title, onClose, size };
  const content = isReady ? (
    children(entity)
  ) : error && !isFetching ? (
    <ErrorState
      title={errorIsTitle ? error.message : `The ${what} could not be loaded`}
      {...(!errorIsTitle && { text: translateError(error).message })}
      onRetry={() => void refetch()}
    />
  ) : (
    <Loader label={`Loading the ${what}`} />
  );
  return (
    <FormDialogFrame {...frame} waitingFor={isReady ? undefined : submitLabel}>
      {content}
    </FormDialogFrame>
  );
}
