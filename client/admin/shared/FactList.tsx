import type { ComponentProps, ReactNode } from 'react';

interface FactListProps extends ComponentProps<'dl'> {
  /** The facts by their names; those without a value are left out. */
  facts: Readonly<Record<string, ReactNode>>;
  /** Name of a fact that takes a whole row. */
  whole?: string;
}

/** Facts about a record, each with its name. */
export function FactList({ facts, whole, ...rest }: FactListProps) {
  return (
    <dl {...rest}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name} data-whole={name === whole || undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
