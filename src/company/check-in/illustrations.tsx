/** Illustrations of empty states, drawn in the current text colour. */
import { Drawing } from '../../ui/states/illustrations.tsx';

export function QuietMeetingPoint() {
  return (
    <Drawing>
      <path d="M48 84V44M40 84h16" />
      <circle cx="48" cy="28" r="16" />
      <path d="M48 20v8l6 4" />
      <path d="M12 84h16M68 84h16" strokeDasharray="1 7" />
    </Drawing>
  );
}

export function EmptyCalendar() {
  return (
    <Drawing>
      <path d="M16 24h64v56H16zM16 40h64M32 16v14M64 16v14" />
      <path d="M30 54h8M44 54h8M58 54h8M30 66h8M44 66h8" strokeDasharray="1 7" />
    </Drawing>
  );
}

export function NoGuestsFound() {
  return (
    <Drawing>
      <path d="M18 16h44v30M18 16v64h26M28 30h24M28 44h14" />
      <circle cx="60" cy="62" r="14" />
      <path d="m70 72 12 12" />
    </Drawing>
  );
}

export function AllCheckedIn() {
  return (
    <Drawing>
      <path d="M20 14h56v70H20z" />
      <path d="m30 32 4 4 7-8M50 32h16M30 50l4 4 7-8M50 50h16M30 68l4 4 7-8M50 68h16" />
    </Drawing>
  );
}
