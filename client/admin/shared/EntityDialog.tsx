import type { ReactNode } from 'react';
import { translateError } from '../../api/api-error.ts';
import { FormDialogFrame } from '../../forms/FormDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loader } from '../../ui/Loader.tsx';

/** Query for the entity to edit. */
interface EntityQuery<Entity> {
  data: Entity | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface EntityDialogProps<Entity> {
  title: string;
  size?: 'small' | 'large' | 'tall' | 'panel';
  /** Name of the kind of entity: "category". */
  what: string;
  query: EntityQuery<Entity>;
  /**
   * Title of the error that is shown when loading fails; by default made from `what`. The reason is shown below the
   * title.
   */
  failure?: string;
  /**
   * Label of the form's submit button, which is already shown while the entity loads. Undefined for a role that may
   * only read and gets no buttons.
   */
  submitLabel: string | undefined;
  onClose: () => void;
  /** Class of the element around the loader or the error. Gives that element the height of the form. */
  waitingClass?: string;
  /** Renders the form, a `FormDialogBody`, once the entity has loaded. */
  children: (entity: Entity) => ReactNode;
}

/** A dialog that loads the complete entity and then shows its form. Lists contain only a part of an entity. */
export function EntityDialog<Entity>(props: EntityDialogProps<Entity>) {
  const { title, size = 'tall', what, query, failure, submitLabel, onClose, waitingClass, children } = props;
  const { data: entity, error, isFetching, refetch } = query;
  const frame = { title, onClose, size };
  const content =
    entity !== undefined ? (
      children(entity)
    ) : (
      <div className={waitingClass}>
        {error && !isFetching ? (
          <ErrorState
            title={failure ?? `The ${what} could not be loaded`}
            {...(!failure && { text: translateError(error).message })}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loader label={`Loading the ${what}`} />
        )}
      </div>
    );
  if (submitLabel === undefined) {
    return (
      <Dialog open {...frame}>
        {content}
      </Dialog>
    );
  }
  return (
    <FormDialogFrame {...frame} waitingFor={entity === undefined ? submitLabel : undefined}>
      {content}
    </FormDialogFrame>
  );
}
