import { useEffect } from 'react';
import type { Quill } from 'react-quill';

interface Area {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  disabled: boolean;
}

/** The editing area is a text box with a name, a state and a description, like any other field. */
export function useAreaAttributes(quill: Quill | undefined, area: Area): void {
  const { id, labelId, describedBy, invalid, disabled } = area;
  useEffect(() => {
    if (!quill) return;
    const { root } = quill;
    root.id = id;
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-describedby': describedBy,
      'aria-invalid': invalid ? 'true' : undefined,
      'aria-disabled': disabled ? 'true' : undefined,
    };
    for (const [name, text] of Object.entries(attributes)) {
      if (text === undefined) root.removeAttribute(name);
      else root.setAttribute(name, text);
    }
    const focus = () => quill.focus();
    const label = document.getElementById(labelId);
    label?.addEventListener('click', focus);
    return () => label?.removeEventListener('click', focus);
  }, [quill, id, labelId, describedBy, invalid, disabled]);
}
