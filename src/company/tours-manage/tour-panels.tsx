/** The two views of a tour: form with preview, and dates. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { Uuid } from '../../domain/ids.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { DatesView } from './dates/dates-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { TourForm } from './tour-form.tsx';
import { TourPreview } from './tour-preview.tsx';
import { VIEWS, type ManageUrl } from './use-manage-url.ts';
import type { PictureState } from './use-picture.ts';
import type { TourFormState } from './use-tour-form.ts';
import type { EditedTour } from './use-tour.ts';

/** Wide enough for a form in two languages with a phone preview beside it. */
const ROOM = '@container (min-width: 1000px)';

const useStyles = makeStyles({
  container: { containerType: 'inline-size', outlineStyle: 'none' },
  besideList: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    gap: '24px',
    [ROOM]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' },
  },
  hidden: { display: 'none' },
  // On narrower screens the preview is a dialog.
  aside: { display: 'none', [ROOM]: { display: 'block', position: 'sticky', top: '80px' } },
});

export interface TourPanelsProps {
  company: MemberCompany;
  tour: Uuid;
  loadedTour: EditedTour;
  edited: TourFormState;
  picture: PictureState;
  url: ManageUrl;
}

export function TourPanels({ company, tour, loadedTour, edited, picture, url: { state, go }, url }: TourPanelsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const panel = useId();
  const { view } = state;
  return (
    <>
      <div>
        <Segmented
          kind="tabs"
          label={intl.formatMessage({ id: 'manage.view' })}
          value={view}
          segments={VIEWS.map((value) => ({ value, label: intl.formatMessage({ id: `manage.view.${value}` }) }))}
          controls={panel}
          onChange={(to) => go({ view: to, schedule: null })}
        />
      </div>
      <div
        id={panel}
        className={styles.container}
        role="tabpanel"
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: `manage.view.${view}` })}
      >
        {/* Hidden rather than unmounted, to keep its input. */}
        <div className={view === 'tour' ? styles.besideList : styles.hidden}>
          <TourForm edited={edited} loadedTour={loadedTour} picture={picture} />
          <aside className={styles.aside} aria-label={intl.formatMessage({ id: 'manage.preview' })}>
            <FormSection title="manage.preview">
              <TourPreview
                form={edited.form}
                tour={tour}
                loadedTour={loadedTour}
                picture={picture.src}
                company={company}
              />
            </FormSection>
          </aside>
        </div>
        {view === 'dates' &&
          (edited.version === 0 ? (
            <EmptyState
              drawing={<QuietOffice />}
              title={<FormattedMessage id="manage.dates.saveFirst" />}
              actions={
                <Button appearance="primary" onClick={() => go({ view: 'tour' })}>
                  <FormattedMessage id="manage.dates.backToForm" />
                </Button>
              }
            />
          ) : (
            <DatesView company={company.id} tour={tour} loadedTour={loadedTour} url={url} />
          ))}
      </div>
    </>
  );
}
