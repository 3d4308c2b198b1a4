import type { ComponentProps } from 'react';
import { useFormToken } from './form-token.ts';

interface FormGuardsProps {
  /** What the trap needs of the form's state. */
  trap: ComponentProps<'input'>;
  /** The token of a form that came back from its post: its clock goes on. */
  token?: string | undefined;
}

/**
 * Out of sight, out of the order of focus and out of the tree of names; not `display: none`, which robots know. It stands in the
 * element: on a page whose styles are late nobody shall meet the trap.
 */
const outOfSight = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** What a public form carries besides its fields: the token that tells since when it is open, and a trap for robots. */
export function FormGuards({ trap, token }: FormGuardsProps) {
  const { data } = useFormToken();
  return (
    <>
      <input type="hidden" name="form_token" value={token || (data?.form_token ?? '')} readOnly />
      {/* Robots fill every field that they find. Nobody else meets this one. */}
      <div style={outOfSight} aria-hidden="true">
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" data-1p-ignore="" {...trap} />
        </label>
      </div>
    </>
  );
}
