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
  const { answer, read } = useTour(props.company.id, props);
  // Keeps the editor mounted while a newly saved tour is fetched for the first time.
  const kept = useRef(read);
  kept.current = read ?? kept.current;
  const close = () => props.url.go({ tour: null, view: 'tour', schedule: null });
  if (kept.current && answer.state !== 'failed') return <Editor {...props} read={kept.current} onClose={close} />;
  return (
    <Screen
      header={
        <PageHeader title={<FormattedMessage id="route.toursManage" />} leave={{ kind: 'back', onSelect: close }} />
      }
    >
      <QueryView<unknown>
        answer={answer}
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
function useLead(form: TourFormState['form'], { state, go }: ManageUrl): (to: Missing) => void {
  const [led, setLed] = useState<Missing | null>(null);
  useEffect(() => {
    if (!led) return;
    const wanted = led.field === 'departures' ? 'dates' : 'tour';
    if (state.view !== wanted) {
      go({ view: wanted, schedule: null });
      return;
    }
    setLed(null);
    if (led.language) form.setFocus(textKey(textNameOf(led.field), led.language));
    else if (led.field === 'capacity') form.setFocus('capacity');
    else if (led.field === 'prices') document.getElementById(ADD_PRICE)?.focus();
    else document.querySelector<HTMLElement>('[role=tabpanel]')?.focus();
  }, [form, go, led, state]);
  return setLed;
}

function Editor({ company, tour, isNew, url, read, onClose }: TourEditorProps & { read: EditedTour; onClose(): void }) {
  const intl = useIntl();
  const { locale } = useFormats(read.timeZone);
  const { go } = url;
  const edited = useTourForm({
    company: company.id,
    tour,
    read,
    // Does not reopen the tour if the user went back to the list while saving.
    onMade: () => go((now) => (isNewTourId(now.tour) ? { tour } : null), { replace: true }),
  });
  const { form, version } = edited;
  const acts = useTourActions({ company: company.id, tour, onDone: edited.setVersion });
  const missing = useMissingFields(form, read);
  const picture = usePicture(company.id, { tour, tag: read.pictureTag });
  const duplicate = useDuplicateTour(company.id, (copy) => go({ tour: copy, view: 'tour' }));
  const lead = useLead(form, url);
  const [asked, setAsked] = useState<ConfirmedAction | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const titles = useWatch({ control: form.control, name: LOCALES.map((one) => textKey('title', one)) });
  const title = titles[LOCALES.indexOf(locale)] || titles.find(Boolean);
  const { tourStatus } = read;
  const isSold = tourStatus === 'live';
  const isOver = tourStatus === 'archived';

  /** Saves unsaved changes first, so that what is published is what is on screen. */
  async function publish(): Promise<void> {
    let now: number | null = version;
    if (form.formState.isDirty || version === 0) {
      now = null;
      await form.handleSubmit(async (values) => {
        now = await edited.save(values);
      })();
    }
    if (now !== null) await acts.run('publish', now);
  }

  const label = (id: 'publish' | 'pause' | 'restore' | 'duplicate' | 'archive' | 'preview') =>
    intl.formatMessage({ id: `manage.${id}` });
  const action: PageAction = isSold
    ? { label: label('pause'), icon: <PauseRegular />, onSelect: () => setAsked('pause') }
    : isOver
      ? {
          label: label('restore'),
          icon: <ArrowUndoRegular />,
          primary: true,
          disabled: acts.busy,
          onSelect: () => void acts.run('restore', version),
        }
      : {
          label: label('publish'),
          icon: <SendRegular />,
          primary: true,
          disabled: acts.busy || edited.busy,
          onSelect: () => void publish(),
        };
  const menu: MenuEntry[] = [
    { label: label('preview'), icon: <EyeRegular />, onSelect: () => setPreviewing(true) },
    ...(version > 0
      ? [{ label: label('duplicate'), icon: <CopyRegular />, onSelect: () => void duplicate(tour) }]
      : []),
    ...(version > 0 && !isOver
      ? [{ label: label('archive'), icon: <ArchiveRegular />, dangerous: true, onSelect: () => setAsked('archive') }]
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
      {acts.refused && !asked && acts.refused.status !== 'incomplete' && (
        <Message state="no" alert onClose={acts.forget}>
          {acts.refused.text}
        </Message>
      )}
      {!isSold && !isOver && (
        <PublishCheck missing={missing} refused={acts.refused?.status === 'incomplete'} onLead={lead} />
      )}
      <TourPanels company={company} tour={tour} read={read} edited={edited} picture={picture} url={url} />
      {asked && (
        <ConfirmActionDialog
          act={asked}
          acts={acts}
          version={version}
          onClose={() => {
            acts.forget();
            setAsked(null);
          }}
        />
      )}
      {previewing && (
        <Overlay kind="details" title={<FormattedMessage id="manage.preview" />} onClose={() => setPreviewing(false)}>
          <TourPreview form={form} tour={tour} read={read} picture={picture.src} company={company} />
        </Overlay>
      )}
    </Screen>
  );
}
