import type { Dispatch, SetStateAction } from 'react';
import type { CurrentUser } from '../../session/use-session.ts';
import { leaveAfterAsking } from '../../ui/form/dirty-forms.ts';
import { lazyWithPreload, lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import { KeyboardShortcutsDialog } from './keyboard-shortcuts-dialog.tsx';
import type { NavigationItem } from './menu.tsx';

const CommandPalette = lazyWithTexts(
  () => import('./command-palette.tsx').then((module) => module.CommandPalette),
  ['patterns'],
);
const SignOutDialog = lazyWithPreload(() => import('./sign-out-dialog.tsx').then((module) => module.SignOutDialog), {
  onLoadError: 'keep',
});

export type ShortcutDialogName = 'shortcuts' | 'commands' | 'sign-out';

export interface ShortcutDialogsProps {
  open: ShortcutDialogName;
  onOpen: Dispatch<SetStateAction<ShortcutDialogName | null>>;
  menu: readonly NavigationItem[];
  currentUser: CurrentUser;
}

/** Dialogs opened by global shortcuts: the list of shortcuts, the command palette, and sign-out. */
export function ShortcutDialogs({ open, onOpen, menu, currentUser }: ShortcutDialogsProps) {
  const close = () => onOpen(null);
  if (open === 'shortcuts') return <KeyboardShortcutsDialog onClose={close} />;
  if (open === 'sign-out') return <SignOutDialog onClose={close} />;
  return (
    <CommandPalette
      menu={menu}
      currentUser={currentUser}
      onSignOut={() => leaveAfterAsking(() => onOpen('sign-out'))}
      onClose={() => onOpen((now) => (now === 'commands' ? null : now))}
    />
  );
}
