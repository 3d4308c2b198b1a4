import type { ComponentProps, ReactNode } from 'react';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

interface FactListProps extends ComponentProps<'dl'> {
  /** The facts by their names; those without a value are left out. */
  facts: Readonly<Record<string, ReactNode>>;
  /** The names are read out only, because the facts say by themselves what they are. */
  hidesNames?: boolean;
}

/** Facts about a record, each with its name. */
export function FactList({ facts, hidesNames, ...rest }: FactListProps) {
  return (
    <dl {...rest}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{hidesNames ? <VisuallyHidden>{name}</VisuallyHidden> : name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
