import type { Dispatch, SetStateAction } from 'react';
import { wantTexts } from '../../i18n/messages.ts';
import type { Acting } from '../../session/use-session.ts';
import { leaveAfterAsking } from '../../ui/form/dirty-forms.ts';
import { late } from '../../ui/loading/late.tsx';
import { KeyList } from './key-list.tsx';
import type { MenuItem } from './menu.tsx';

const CommandPalette = late(
  () => Promise.all([import('./command-palette.tsx'), wantTexts('patterns')]).then(([module]) => module.CommandPalette),
  { whenLost: 'wait' },
);
const SignOutDialog = late(() => import('./sign-out-dialog.tsx').then((module) => module.SignOutDialog), {
  whenLost: 'wait',
});

export type OpenedByKey = 'keys' | 'commands' | 'sign-out';

export interface OpenedProps {
  open: OpenedByKey;
  onOpen: Dispatch<SetStateAction<OpenedByKey | null>>;
  menu: readonly MenuItem[];
  acting: Acting;
}

/** What a key of the frame opens: the list of the screen's keys, the commands, and what a command leads to. */
export function Opened({ open, onOpen, menu, acting }: OpenedProps) {
  const close = () => onOpen(null);
  if (open === 'keys') return <KeyList onClose={close} />;
  if (open === 'sign-out') return <SignOutDialog onClose={close} />;
  return (
    <CommandPalette
      menu={menu}
      acting={acting}
      onSignOut={() => leaveAfterAsking(() => onOpen('sign-out'))}
      onClose={() => onOpen((now) => (now === 'commands' ? null : now))}
    />
  );
}
