import type { ReactNode } from 'react';
import { translateError } from '../../api/api-error.ts';
import { FormDialogFrame } from '../../forms/FormDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loader } from '../../ui/Loader.tsx';

/**
 * How the thing of a form is asked for: anew each time the form opens, and never again while it is open, so that what somebody
 * types is not measured against a moving text.
 */
export const onceAForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

/** The thing that is about to be edited, as the query library has it. */
interface EntityQuery<Entity> {
  data: Entity | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface EntityDialogProps<Entity> {
  title: string;
  size?: 'small' | 'large' | 'panel';
  /** The thing in words: "category". */
  what: string;
  query: EntityQuery<Entity>;
  /** What is said when it could not be had; unless told, that, and why. */
  failure?: string | undefined;
  /** The label of the button that the form will have. */
  submitLabel: string;
  onClose: () => void;
  /** Of the place of the form, while there is none. */
  waitingClass?: string | undefined;
  /** The form on the thing: a `FormDialogBody`. */
  children: (entity: Entity) => ReactNode;
}

/** A dialog that fetches a thing whole, which lists have in part, and then shows the form on it. */
export function EntityDialog<Entity>(props: EntityDialogProps<Entity>) {
  const { title, size, what, query, failure, submitLabel, onClose, waitingClass, children } = props;
  const { data: entity, error, isFetching, refetch } = query;
  const frame = { title, onClose, ...(size && { size }) };
  if (entity !== undefined) return <FormDialogFrame {...frame}>{children(entity)}</FormDialogFrame>;
  return (
    <FormDialogFrame {...frame} waitingFor={submitLabel}>
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
    </FormDialogFrame>
  );
}
