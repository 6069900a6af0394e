/** Returns the actions on departures, for a menu or toolbar. */
import {
  CalendarCancelRegular,
  CalendarEditRegular,
  EditRegular,
  LockClosedRegular,
  LockOpenRegular,
  PeopleEditRegular,
  PersonSwapRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { IntlShape } from 'react-intl';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import {
  availableChanges,
  type Change,
  type DepartureToChange,
} from '../../features/departure-changes/departure-change.ts';

const ICONS: Record<Change, ReactElement> = {
  own: <EditRegular />,
  close: <LockClosedRegular />,
  reopen: <LockOpenRegular />,
  capacity: <PeopleEditRegular />,
  guide: <PersonSwapRegular />,
  move: <CalendarEditRegular />,
  cancel: <CalendarCancelRegular />,
};

export function departureActions(
  departures: readonly DepartureToChange[],
  { intl, onAct }: { intl: IntlShape; onAct(change: Change): void },
): (MenuEntry & { change: Change })[] {
  return availableChanges(departures).map((change) => ({
    change,
    label: intl.formatMessage({ id: `calendar.act.${change}` }),
    icon: ICONS[change],
    dangerous: change === 'cancel',
    onSelect: () => onAct(change),
  }));
}
