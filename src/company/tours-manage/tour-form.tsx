import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TypedPrice } from '../../domain/typed-tour.ts';
import { DraftOffer } from '../../parts/draft-offer.tsx';
import { CATEGORY_TEXTS } from '../../ui/category-texts.ts';
import { FormFrame } from '../../ui/form/form.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { StaleChoice } from '../../ui/form/stale-choice.tsx';
import { useFormats } from '../../ui/use-formats.ts';
import { ChangePlanDialog } from './dates/change-plan-dialog.tsx';
import { TourFields } from './tour-fields.tsx';
import type { PictureState } from './use-picture.ts';
import type { TourFormState } from './use-tour-form.ts';
import { useTourLabels } from './use-tour-labels.ts';
import type { EditedTour } from './use-tour.ts';

export interface TourFormProps {
  edited: TourFormState;
  read: EditedTour;
  picture: PictureState;
}

export function TourForm({ edited, read, picture }: TourFormProps) {
  const intl = useIntl();
  const formats = useFormats(read.timeZone);
  const { form, draft, failure, theirs, onChosen, busy, save, asked, version } = edited;
  const labels = useTourLabels(useWatch({ control: form.control, name: 'prices' }));
  // Of the list as a whole there is something to be said only where none of its rows is meant.
  const listed = Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name === 'prices' ? 'prices.root' : name, label]),
  );

  /** Lists as a person reads them. */
  function show(name: string, value: unknown): string | undefined {
    if (name === 'guideLanguages') return formats.list((value as string[]).map(formats.language));
    if (name !== 'prices') return undefined;
    const prices = (value as TypedPrice[]).filter(({ isActive }) => isActive);
    return formats.list(
      prices.map(
        ({ type, amount }) => `${intl.formatMessage({ id: CATEGORY_TEXTS[type] })} ${amount} ${read.currency}`,
      ),
    );
  }

  return (
    <>
      <FormFrame
        form={form}
        labels={listed}
        busy={busy}
        save={<FormattedMessage id="form.save" />}
        onSave={(values) => save(values)}
        notice={
          <>
            <DraftOffer draft={draft} />
            {failure && <SaveFailed failure={failure} />}
            {theirs && (
              <StaleChoice
                key={theirs.version}
                form={form}
                theirs={theirs.typed}
                labels={labels}
                show={show}
                onChosen={onChosen}
              />
            )}
          </>
        }
      >
        <TourFields labels={labels} read={read} picture={picture} isMade={version > 0} />
      </FormFrame>
      {asked && (
        <ChangePlanDialog
          key={JSON.stringify(asked.departures.map(({ id }) => id))}
          plan={asked}
          timeZone={read.timeZone}
          trouble={null}
          onClose={edited.forget}
          onDecided={edited.decide}
        />
      )}
    </>
  );
}
