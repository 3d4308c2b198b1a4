import type { ComponentType } from 'react';

/** One action of a menu. */
export interface MenuItem {
  label: string;
  Icon?: ComponentType<{ size?: number }>;
  onSelect: () => void;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A second line, e.g. why it is disabled. */
  hint?: string | undefined;
}
