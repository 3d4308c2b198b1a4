import type { TeamMember } from '#shared/schemas/team-member.ts';
import { Switch } from '../../ui/fields/Switch.tsx';

interface ActiveSwitchProps {
  member: TeamMember;
  onActive: (active: boolean) => void;
}

/** Whether visitors see somebody, and where that is changed. */
export function ActiveSwitch({ member: { name, is_active: active }, onActive }: ActiveSwitchProps) {
  return (
    <Switch
      label="Active"
      aria-label={`Active: ${name}`}
      checked={active === 1}
      onChange={(event) => onActive(event.currentTarget.checked)}
    />
  );
}
