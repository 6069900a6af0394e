import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PriceFormValues } from '../../domain/tour-form.ts';
import { RestoreDraftNotice } from '../../features/form-drafts/restore-draft-notice.tsx';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { FormFrame } from '../../ui/form/form.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { ChangePlanDialog } from './dates/change-plan-dialog.tsx';
import { TourFields } from './tour-fields.tsx';
import type { PictureState } from './use-picture.ts';
import type { TourFormState } from './use-tour-form.ts';
import { PRICE_LABELS, useTourLabels } from './use-tour-labels.ts';
import type { EditedTour } from './use-tour.ts';

export interface TourFormProps {
  edited: TourFormState;
  loadedTour: EditedTour;
  picture: PictureState;
}

export function TourForm({ edited, loadedTour, picture }: TourFormProps) {
  const { form, draft, result, theirs, onResolved, busy, save, pendingPlan, version } = edited;
  const labels = useTourLabels(useWatch({ control: form.control, name: 'prices' }));
  const { labelOf, show } = useConflictTexts(edited, loadedTour);
  // Errors of the price list as a whole are under `prices.root`; those of a row have their own fields.
  const summaryLabels = Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name === 'prices' ? 'prices.root' : name, label]),
  );

  return (
    <>
      <FormFrame
        form={form}
        labels={summaryLabels}
        busy={busy}
        save={<FormattedMessage id="form.save" />}
        onSave={(values) => save(values)}
        notice={
          <>
            <RestoreDraftNotice draft={draft} />
            <SaveFailed result={result} />
            {theirs && (
              <ConflictChoice
                key={theirs.version}
                form={form}
                theirs={theirs.values}
                labels={labels}
                labelOf={labelOf}
                show={show}
                onResolved={onResolved}
              />
            )}
          </>
        }
      >
        <TourFields labels={labels} loadedTour={loadedTour} picture={picture} isSaved={version > 0} />
      </FormFrame>
      {pendingPlan && (
        <ChangePlanDialog
          key={JSON.stringify(pendingPlan.departures.map(({ id }) => id))}
          plan={pendingPlan}
          timeZone={loadedTour.timeZone}
          // A save that fails closes this dialog; the form shows why.
          failure={null}
          onClose={edited.forget}
          onDecided={edited.decide}
        />
      )}
    </>
  );
}

/** Texts of prices and lists for the choice between conflicting edits. */
function useConflictTexts({ form, theirs }: TourFormState, loadedTour: EditedTour) {
  const intl = useIntl();
  const formats = useFormats(loadedTour.timeZone);
  const category = ({ type }: Pick<PriceFormValues, 'type'>) => intl.formatMessage({ id: CATEGORY_TEXTS[type] });
  /** Finds a price in either version, because it may be new or removed. */
  const priceOf = (id: string) =>
    [...form.getValues('prices'), ...(theirs?.values.prices ?? [])].find((price) => price.id === id);

  /** Labels `prices.{id}`, or a field of it. */
  function labelOf(path: string): string | undefined {
    const [list, id = '', name] = path.split('.');
    const price = list === 'prices' ? priceOf(id) : undefined;
    if (!price) return undefined;
    if (!name) return category(price);
    const label = name === 'isActive' ? 'manage.price.active' : PRICE_LABELS[name as keyof typeof PRICE_LABELS];
    const values = { field: intl.formatMessage({ id: label }), category: category(price) };
    return intl.formatMessage({ id: 'manage.ofPrice' }, values);
  }

  function show(name: string, value: unknown): string | undefined {
    if (name === 'guideLanguages') return formats.list((value as string[]).map(formats.language));
    const [list, id, field] = name.split('.');
    if (list !== 'prices' || id === undefined) return undefined;
    const priced = ({ amount }: Pick<PriceFormValues, 'amount'>) => `${amount} ${loadedTour.currency}`;
    if (field === undefined) {
      const price = value as PriceFormValues | undefined;
      return price ? `${category(price)} ${priced(price)}` : intl.formatMessage({ id: 'manage.price.removed' });
    }
    if (field === 'type') return category({ type: value as PriceFormValues['type'] });
    if (field === 'amount' && value !== '') return priced({ amount: value as string });
    if (field === 'accompaniedBy')
      return formats.list((value as string[]).flatMap((priceId) => priceOf(priceId) ?? []).map(category)) || undefined;
    return undefined;
  }
  return { labelOf, show };
}
