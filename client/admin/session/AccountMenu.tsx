import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { changePasswordSchema } from '#shared/schemas/password.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { callOrThrow } from '../../api/call.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { problemsOf } from '../../forms/form-rules.ts';
import { PromptDialog, usePrompt } from '../../forms/PromptDialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { ChevronUpIcon, SettingsIcon, UserIcon } from '../../ui/icons.tsx';
import type { ThemeChoice } from '../../ui/theme.ts';
import { notify } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { IfSupported } from '../shared/access.tsx';
import styles from './AccountMenu.module.css';

interface AccountMenuProps {
  /** The signed-in admin; undefined if the API host does not describe the account. */
  user?: SessionUser;
  theme: ThemeChoice;
  onTheme: (theme: ThemeChoice) => void;
  onChangePassword: () => void;
  /** Called when a link of the menu is followed, so that a drawer around the menu can close. */
  onFollow: () => void;
}

const themes: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/**
 * Shows the signed-in admin and the actions on the account. The menu opens upwards and within the sidebar, so that
 * the sidebar does not clip it.
 */
export function AccountMenu({ user, theme, onTheme, onChangePassword, onFollow }: AccountMenuProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const actionsId = useId();
  const offersAccount = useHostSupports('getAccount') === true;
  const name = user?.name || user?.email || 'Signed in';
  const email = user?.name ? user.email : undefined;

  function changePassword() {
    setOpen(false);
    // The button of the menu is focused before the dialog opens, because the dialog returns the focus to the element
    // that had it at that moment.
    opener.current?.focus();
    onChangePassword();
  }

  function closeByKey(event: React.KeyboardEvent) {
    if (!open || event.key !== 'Escape') return;
    // Stops Escape from also closing the drawer around the menu.
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
    opener.current?.focus();
  }

  return (
    // Takes the focus when a text in it is pressed, so that it stays open.
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to Escape of the buttons in it
    <div
      className="stack1"
      tabIndex={-1}
      onKeyDown={closeByKey}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      {open && (
        <ul className={styles.actions} id={actionsId}>
          {offersAccount && (
            <li>
              <Link
                className={styles.action}
                to={pathTo('adminAccount')}
                onClick={() => {
                  setOpen(false);
                  onFollow();
                }}
              >
                <UserIcon />
                Your account
              </Link>
            </li>
          )}
          <IfSupported call="changePassword">
            <li>
              <button className={styles.action} type="button" onClick={changePassword}>
                <SettingsIcon />
                Change password
              </button>
            </li>
          </IfSupported>
          <li className={styles.theme}>
            <SegmentedControl label="Theme" hideLabel value={theme} options={themes} onChange={onTheme} />
          </li>
        </ul>
      )}
      <button
        ref={opener}
        className={styles.opener}
        type="button"
        aria-expanded={open}
        aria-controls={open ? actionsId : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]?.toLocaleUpperCase()}
        </span>
        <span className={styles.who}>
          <VisuallyHidden>Account: </VisuallyHidden>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {email && <span className={styles.email}>{email}</span>}
        </span>
        <span className={classNames(styles.chevron, open ? styles.turned : undefined)}>
          <ChevronUpIcon />
        </span>
      </button>
    </div>
  );
}

interface ChangePasswordDialogProps {
  /** Email address of the account, which password managers need as the account's name. */
  email?: string;
  onClose: () => void;
}

type PasswordChange = z.infer<typeof changePasswordSchema>;

/**
 * Changes the admin's own password: asks for the current one and a new one. All of the admin's other sessions end.
 */
export function ChangePasswordDialog({ email, onClose }: ChangePasswordDialogProps) {
  const { form, bind } = usePrompt<PasswordChange>({ current_password: '', new_password: '' }, (typed) =>
    problemsOf(changePasswordSchema, typed),
  );

  async function change(body: PasswordChange) {
    await callOrThrow('changePassword', { body });
    notify.success(messages['password.changed']);
    onClose();
  }

  return (
    <PromptDialog
      title="Change password"
      submitLabel="Change password"
      form={form}
      onSubmit={change}
      onClose={onClose}
    >
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-focus-first
        maxLength={limits.password}
        {...bind('current_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        maxLength={limits.password}
        hint={`${messageText('password.tooShort', { min: limits.passwordMin })} A few words that only you would put together are easy to remember.`}
        {...bind('new_password')}
      />
    </PromptDialog>
  );
}
