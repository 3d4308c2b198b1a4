import { type ComponentProps, useState } from 'react';
import { IconButton } from '../IconButton.tsx';
import { EyeIcon, EyeOffIcon } from '../icons.tsx';
import { TextField } from './TextField.tsx';

type PasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'action' | 'multiline' | 'rows' | 'counter'
> & {
  /** `current-password` or `new-password`: what password managers go by. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be shown while it is typed. */
export function PasswordField({ label, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const name = label.charAt(0).toLowerCase() + label.slice(1);
  return (
    <TextField
      {...rest}
      label={label}
      type={visible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <IconButton label={`${visible ? 'Hide' : 'Show'} ${name}`} onClick={() => setVisible(!visible)}>
          {visible ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
