/** Keyboard shortcuts and commands of /bookings, inactive while typing in a field. */
import { createElement, useMemo, type RefObject } from 'react';
import { AddRegular, SearchRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { useScreenCommands, type ScreenCommand } from '../../ui/commands/screen-commands.ts';
import { useScreenShortcuts, type ScreenShortcut } from '../../ui/commands/screen-shortcuts.ts';
import { useSingleKeyShortcuts } from '../../ui/commands/use-single-key-shortcuts.ts';

const READ_SHORTCUTS: readonly ScreenShortcut[] = [
  { keys: ['/'], text: 'bookings.keys.search' },
  { keys: ['↓', '↑'], text: 'bookings.keys.rows' },
  { keys: ['Enter'], text: 'bookings.keys.open' },
  { keys: ['Esc'], text: 'bookings.keys.close' },
];
const CHANGE_SHORTCUTS: readonly ScreenShortcut[] = [{ keys: ['N'], text: 'bookings.new' }, ...READ_SHORTCUTS];

/** `makeNew` is null for read-only users. */
export function useBookingShortcuts({
  makeNew,
  search,
}: {
  makeNew: (() => void) | null;
  search: RefObject<HTMLInputElement | null>;
}): void {
  const intl = useIntl();
  const mayMake = makeNew !== null;
  useScreenShortcuts(mayMake ? CHANGE_SHORTCUTS : READ_SHORTCUTS);
  const commands = useMemo(
    (): ScreenCommand[] => [
      ...(makeNew
        ? [{ label: intl.formatMessage({ id: 'bookings.new' }), icon: createElement(AddRegular), run: makeNew }]
        : []),
      {
        label: intl.formatMessage({ id: 'bookings.search' }),
        icon: createElement(SearchRegular),
        run: () => search.current?.focus(),
      },
    ],
    [intl, makeNew, search],
  );
  useScreenCommands(commands);

  useSingleKeyShortcuts({ '/': () => search.current?.focus(), n: makeNew });
}
