/** Commands on a tour, depending on its status: publish, pause, restore, preview, duplicate and archive. */
import {
  ArchiveRegular,
  ArrowUndoRegular,
  CopyRegular,
  EyeRegular,
  PauseRegular,
  SendRegular,
} from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import type { PageAction } from '../../ui/layout/page-header.tsx';
import type { ConfirmedAction } from './confirm-action-dialog.tsx';
import type { TourActions } from './use-tour-actions.ts';
import type { TourFormState } from './use-tour-form.ts';
import type { EditedTour } from './use-tour.ts';

/** An action to confirm, or the preview. */
export type TourDialog = ConfirmedAction | 'preview';

export interface TourCommandOptions {
  edited: TourFormState;
  acts: TourActions;
  onDialog(dialog: TourDialog): void;
  onDuplicate(): void;
}

export function useTourCommands({ tourStatus }: EditedTour, options: TourCommandOptions) {
  const intl = useIntl();
  const { edited, acts, onDialog, onDuplicate } = options;
  const { version } = edited;
  const label = (id: 'publish' | 'pause' | 'restore' | 'duplicate' | 'archive' | 'preview') =>
    intl.formatMessage({ id: `manage.${id}` });

  async function publish(): Promise<void> {
    const savedVersion = await saveChanges(edited);
    if (savedVersion !== null) await acts.run('publish', savedVersion);
  }

  const pause: PageAction = { label: label('pause'), icon: <PauseRegular />, onSelect: () => onDialog('pause') };
  const restore: PageAction = {
    label: label('restore'),
    icon: <ArrowUndoRegular />,
    primary: true,
    disabled: acts.isBusy,
    onSelect: () => void acts.run('restore', version),
  };
  const publishing: PageAction = {
    label: label('publish'),
    icon: <SendRegular />,
    primary: true,
    disabled: acts.isBusy || edited.busy,
    onSelect: () => void publish(),
  };
  const menu: MenuEntry[] = [{ label: label('preview'), icon: <EyeRegular />, onSelect: () => onDialog('preview') }];
  if (version > 0) menu.push({ label: label('duplicate'), icon: <CopyRegular />, onSelect: onDuplicate });
  if (version > 0 && tourStatus !== 'archived')
    menu.push({
      label: label('archive'),
      icon: <ArchiveRegular />,
      dangerous: true,
      onSelect: () => onDialog('archive'),
    });
  return { action: tourStatus === 'live' ? pause : tourStatus === 'archived' ? restore : publishing, menu };
}

/**
 * Saves unsaved changes, so that the version on screen is published. Resolves with the saved version, or null if
 * it was not saved.
 */
async function saveChanges({ form, version, save }: TourFormState): Promise<number | null> {
  if (!form.formState.isDirty && version > 0) return version;
  let savedVersion: number | null = null;
  await form.handleSubmit(async (values) => {
    savedVersion = await save(values);
  })();
  return savedVersion;
}
