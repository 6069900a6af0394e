/** Editor of a tour: form, dates, and actions on the tour. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import {
  ArchiveRegular,
  ArrowUndoRegular,
  CopyRegular,
  EyeRegular,
  PauseRegular,
  SendRegular,
} from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { Uuid } from '../../domain/ids.ts';
import { LOCALES } from '../../domain/locales.ts';
import type { Missing } from '../../domain/tours.ts';
import { textKey } from '../../domain/tour-form.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { Message } from '../../ui/states/message.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { PageHeader, type PageAction } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { TourStatusBadge } from '../../ui/states/tour-status-badge.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { ConfirmActionDialog, type ConfirmedAction } from './confirm-action-dialog.tsx';
import { ADD_PRICE } from './price-fields.tsx';
import { PublishCheck } from './publish-check.tsx';
import { TourPanels } from './tour-panels.tsx';
import { TourPreview } from './tour-preview.tsx';
import { useDuplicateTour } from './use-duplicate-tour.ts';
import { isNewTourId, type ManageUrl } from './use-manage-url.ts';
import { textNameOf, useMissingFields } from './use-missing-fields.ts';
import { usePicture } from './use-picture.ts';
import { useTourActions } from './use-tour-actions.ts';
import { useTourForm, type TourFormState } from './use-tour-form.ts';
import { useTour, type EditedTour } from './use-tour.ts';

const useStyles = makeStyles({ coming: { display: 'grid', gap: '24px' } });

export interface TourEditorProps {
  company: MemberCompany;
  tour: Uuid;
  /** Whether the tour has not been saved yet. */
  isNew: boolean;
  url: ManageUrl;
}

export function TourEditor(props: TourEditorProps) {
  const styles = useStyles();
  const { query, loadedTour } = useTour(props.company.id, props);
  // Keeps the editor mounted while a newly saved tour is fetched for the first time.
  const lastLoaded = useRef(loadedTour);
  lastLoaded.current = loadedTour ?? lastLoaded.current;
  const close = () => props.url.go({ tour: null, view: 'tour', schedule: null });
  if (lastLoaded.current && query.state !== 'failed')
    return <Editor {...props} loadedTour={lastLoaded.current} onClose={close} />;
  return (
    <Screen
      header={
        <PageHeader title={<FormattedMessage id="route.toursManage" />} leave={{ kind: 'back', onSelect: close }} />
      }
    >
      <QueryView<unknown>
        query={query}
        failed={<FormattedMessage id="manage.tourFailed" />}
        skeleton={
          <Skeleton className={styles.coming}>
            {[420, 240, 200].map((height) => (
              <SkeletonItem key={height} shape="rectangle" style={{ height }} />
            ))}
          </Skeleton>
        }
      >
        {() => null}
      </QueryView>
    </Screen>
  );
}

/** Returns a function that navigates to a missing field: first to its view, then to the field. */
function useFocusField(form: TourFormState['form'], { state, go }: ManageUrl): (to: Missing) => void {
  const [pendingField, setPendingField] = useState<Missing | null>(null);
  useEffect(() => {
    if (!pendingField) return;
    const view = pendingField.field === 'departures' ? 'dates' : 'tour';
    if (state.view !== view) {
      go({ view, schedule: null });
      return;
    }
    setPendingField(null);
    if (pendingField.language) form.setFocus(textKey(textNameOf(pendingField.field), pendingField.language));
    else if (pendingField.field === 'capacity') form.setFocus('capacity');
    else if (pendingField.field === 'prices') document.getElementById(ADD_PRICE)?.focus();
    else document.querySelector<HTMLElement>('[role=tabpanel]')?.focus();
  }, [form, go, pendingField, state]);
  return setPendingField;
}

function Editor({
  company,
  tour,
  isNew,
  url,
  loadedTour,
  onClose,
}: TourEditorProps & { loadedTour: EditedTour; onClose(): void }) {
  const intl = useIntl();
  const { locale } = useFormats(loadedTour.timeZone);
  const { go } = url;
  const edited = useTourForm({
    company: company.id,
    tour,
    loadedTour,
    // Does not reopen the tour if the user went back to the list while saving.
    onCreated: () => go((current) => (isNewTourId(current.tour) ? { tour } : null), { replace: true }),
  });
  const { form, version } = edited;
  const acts = useTourActions({ company: company.id, tour, onDone: edited.setVersion });
  const missing = useMissingFields(form, loadedTour);
  const picture = usePicture(company.id, { tour, tag: loadedTour.pictureTag });
  const duplicate = useDuplicateTour(company.id, (copy) => go({ tour: copy, view: 'tour' }));
  const focusField = useFocusField(form, url);
  const [pendingAction, setPendingAction] = useState<ConfirmedAction | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const titles = useWatch({ control: form.control, name: LOCALES.map((language) => textKey('title', language)) });
  const title = titles[LOCALES.indexOf(locale)] || titles.find(Boolean);
  const { tourStatus } = loadedTour;
  const isSold = tourStatus === 'live';
  const isArchived = tourStatus === 'archived';

  /** Saves unsaved changes first, so that what is published is what is on screen. */
  async function publish(): Promise<void> {
    let savedVersion: number | null = version;
    if (form.formState.isDirty || version === 0) {
      savedVersion = null;
      await form.handleSubmit(async (values) => {
        savedVersion = await edited.save(values);
      })();
    }
    if (savedVersion !== null) await acts.run('publish', savedVersion);
  }

  const label = (id: 'publish' | 'pause' | 'restore' | 'duplicate' | 'archive' | 'preview') =>
    intl.formatMessage({ id: `manage.${id}` });
  const action: PageAction = isSold
    ? { label: label('pause'), icon: <PauseRegular />, onSelect: () => setPendingAction('pause') }
    : isArchived
      ? {
          label: label('restore'),
          icon: <ArrowUndoRegular />,
          primary: true,
          disabled: acts.isBusy,
          onSelect: () => void acts.run('restore', version),
        }
      : {
          label: label('publish'),
          icon: <SendRegular />,
          primary: true,
          disabled: acts.isBusy || edited.busy,
          onSelect: () => void publish(),
        };
  const menu: MenuEntry[] = [
    { label: label('preview'), icon: <EyeRegular />, onSelect: () => setPreviewing(true) },
    ...(version > 0
      ? [{ label: label('duplicate'), icon: <CopyRegular />, onSelect: () => void duplicate(tour) }]
      : []),
    ...(version > 0 && !isArchived
      ? [
          {
            label: label('archive'),
            icon: <ArchiveRegular />,
            dangerous: true,
            onSelect: () => setPendingAction('archive'),
          },
        ]
      : []),
  ];

  return (
    <Screen
      header={
        <PageHeader
          title={title || <FormattedMessage id={isNew ? 'manage.new' : 'manage.untitled'} />}
          status={<TourStatusBadge status={tourStatus} />}
          actions={[action]}
          menu={menu}
          leave={{ kind: 'back', onSelect: onClose }}
        />
      }
    >
      {acts.refused && !pendingAction && acts.refused.status !== 'incomplete' && (
        <Message state="no" alert onClose={acts.dismissRefusal}>
          {acts.refused.text}
        </Message>
      )}
      {!isSold && !isArchived && (
        <PublishCheck missing={missing} refused={acts.refused?.status === 'incomplete'} onFocusField={focusField} />
      )}
      <TourPanels company={company} tour={tour} loadedTour={loadedTour} edited={edited} picture={picture} url={url} />
      {pendingAction && (
        <ConfirmActionDialog
          action={pendingAction}
          actions={acts}
          version={version}
          onClose={() => {
            acts.dismissRefusal();
            setPendingAction(null);
          }}
        />
      )}
      {previewing && (
        <Overlay kind="details" title={<FormattedMessage id="manage.preview" />} onClose={() => setPreviewing(false)}>
          <TourPreview form={form} tour={tour} loadedTour={loadedTour} picture={picture.src} company={company} />
        </Overlay>
      )}
    </Screen>
  );
}
