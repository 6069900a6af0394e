/** Editor of a tour: form, dates, and actions on the tour. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { Uuid } from '../../domain/ids.ts';
import { LOCALES } from '../../domain/locales.ts';
import type { Missing } from '../../domain/tours.ts';
import { textKey } from '../../domain/tour-form.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { Message } from '../../ui/states/message.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { TourStatusBadge } from '../../ui/states/tour-status-badge.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { ConfirmActionDialog } from './confirm-action-dialog.tsx';
import { ADD_PRICE } from './price-fields.tsx';
import { PublishCheck } from './publish-check.tsx';
import { useTourCommands, type TourDialog } from './tour-commands.tsx';
import { TourPanels } from './tour-panels.tsx';
import { TourPreview } from './tour-preview.tsx';
import { useDuplicateTour } from './use-duplicate-tour.ts';
import { isNewId, type ManageUrl } from './use-manage-url.ts';
import { textNameOf, useMissingFields } from './use-missing-fields.ts';
import { usePicture } from './use-picture.ts';
import { useTourActions, type TourActions } from './use-tour-actions.ts';
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

function Editor(props: TourEditorProps & { loadedTour: EditedTour; onClose(): void }) {
  const { company, tour, isNew, url, loadedTour, onClose } = props;
  const { go } = url;
  const edited = useTourForm({
    company: company.id,
    tour,
    loadedTour,
    // Does not reopen the tour if the user went back to the list while saving.
    onCreated: () => go((current) => (isNewId(current.tour) ? { tour } : null), { replace: true }),
  });
  const { form } = edited;
  const acts = useTourActions({ company: company.id, tour, onDone: edited.setVersion });
  const missing = useMissingFields(form, loadedTour);
  const picture = usePicture(company.id, { tour, tag: loadedTour.pictureTag });
  const duplicate = useDuplicateTour(company.id, (copy) => go({ tour: copy, view: 'tour' }));
  const focusField = useFocusField(form, url);
  const [dialog, setDialog] = useState<TourDialog | null>(null);
  const title = useTitle(edited, loadedTour);
  const { tourStatus } = loadedTour;
  const commands = useTourCommands(loadedTour, {
    edited,
    acts,
    onDialog: setDialog,
    onDuplicate: () => void duplicate(tour),
  });

  return (
    <Screen
      header={
        <PageHeader
          title={title || <FormattedMessage id={isNew ? 'manage.new' : 'manage.untitled'} />}
          status={<TourStatusBadge status={tourStatus} />}
          actions={[commands.action]}
          menu={commands.menu}
          leave={{ kind: 'back', onSelect: onClose }}
        />
      }
    >
      {(dialog === null || dialog === 'preview') && <RefusalNotice acts={acts} />}
      {tourStatus !== 'live' && tourStatus !== 'archived' && (
        <PublishCheck missing={missing} refused={acts.refused?.status === 'incomplete'} onFocusField={focusField} />
      )}
      <TourPanels company={company} tour={tour} loadedTour={loadedTour} edited={edited} picture={picture} url={url} />
      {dialog === 'preview' && (
        <Overlay kind="details" title={<FormattedMessage id="manage.preview" />} onClose={() => setDialog(null)}>
          <TourPreview form={form} tour={tour} loadedTour={loadedTour} picture={picture.src} company={company} />
        </Overlay>
      )}
      {dialog !== null && dialog !== 'preview' && (
        <ConfirmActionDialog
          action={dialog}
          actions={acts}
          version={edited.version}
          onClose={() => {
            acts.dismissRefusal();
            setDialog(null);
          }}
        />
      )}
    </Screen>
  );
}

/** Tells why an action failed; the publish check explains `incomplete`. */
function RefusalNotice({ acts: { refused, dismissRefusal } }: { acts: TourActions }) {
  if (!refused || refused.status === 'incomplete') return null;
  return (
    <Message state="no" alert onClose={dismissRefusal}>
      {refused.text}
    </Message>
  );
}

/** Returns the title as typed, in the user's language or else in another. */
function useTitle({ form }: TourFormState, { timeZone }: EditedTour): string | undefined {
  const { locale } = useFormats(timeZone);
  const titles = useWatch({ control: form.control, name: LOCALES.map((language) => textKey('title', language)) });
  return titles[LOCALES.indexOf(locale)] || titles.find(Boolean);
}
