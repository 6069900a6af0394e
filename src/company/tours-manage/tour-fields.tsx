import { useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TourFormValues } from '../../domain/tour-form.ts';
import { ColourField } from '../../ui/form/colour-field.tsx';
import { SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { RAIL_COLOURS } from '../../ui/theme/rail-colours.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { PictureField } from '../../ui/form/picture-field.tsx';
import { LanguageFields } from './language-fields.tsx';
import { PlaceField } from './place-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { SlugField } from './slug-field.tsx';
import { TextFields } from './text-fields.tsx';
import type { PictureState } from './use-picture.ts';
import type { EditedTour } from './use-tour.ts';
import type { TourLabels } from './use-tour-labels.ts';

export interface TourFieldsProps {
  labels: TourLabels;
  loadedTour: EditedTour;
  picture: PictureState;
  isSaved: boolean;
}

export function TourFields({ labels, loadedTour, picture, isSaved }: TourFieldsProps) {
  const intl = useIntl();
  const label = (name: keyof TourFormValues) => labels[name] ?? name;
  const minutes = intl.formatMessage({ id: 'manage.minutes' });
  return (
    <>
      <FormSection title="manage.section.texts">
        <TextFields />
      </FormSection>
      <FormSection title="manage.picture">
        {isSaved ? (
          <PictureField
            name={intl.formatMessage({ id: 'manage.picture' })}
            src={picture.src}
            busy={picture.saving.busy}
            keep={picture.saving.save}
          />
        ) : (
          <p>
            <FormattedMessage id="manage.picture.saveFirst" />
          </p>
        )}
      </FormSection>
      <FormSection title="manage.section.place">
        <Duration label={label('durationMinutes')} after={minutes} />
        <PlaceField label={label('place')} />
        <LanguageFields />
      </FormSection>
      <FormSection title="manage.prices">
        <TextField<TourFormValues>
          name="vatRate"
          label={label('vatRate')}
          hint={<FormattedMessage id="manage.vatRate.hint" />}
          suffix="%"
        />
        <PriceFields currency={loadedTour.currency} booked={loadedTour.bookedPrices} />
      </FormSection>
      <BookingSection label={label} />
      <FormSection title="manage.section.page">
        <SlugField
          label={label('slug')}
          companySlug={loadedTour.companySlug}
          formerSlugs={loadedTour.formerSlugs}
          follows={!isSaved}
        />
        <ColourField<TourFormValues>
          name="colour"
          label={label('colour')}
          standard={RAIL_COLOURS[0]}
          hint={<FormattedMessage id="manage.colour.hint" />}
        />
      </FormSection>
    </>
  );
}

function BookingSection({ label }: { label(name: keyof TourFormValues): string }) {
  const intl = useIntl();
  return (
    <FormSection title="manage.section.booking">
      <TextField<TourFormValues> name="capacity" label={label('capacity')} isNumeric required />
      <TextField<TourFormValues>
        name="minimumGuests"
        label={label('minimumGuests')}
        hint={<FormattedMessage id="manage.minimumGuests.hint" />}
        isNumeric
        required
      />
      <TextField<TourFormValues>
        name="bookingCutOffMinutes"
        label={label('bookingCutOffMinutes')}
        isNumeric
        suffix={intl.formatMessage({ id: 'manage.bookUntil.unit' })}
        required
      />
      <TextField<TourFormValues>
        name="cancellationCutOffHours"
        label={label('cancellationCutOffHours')}
        isNumeric
        suffix={intl.formatMessage({ id: 'manage.cancelUntil.unit' })}
        required
      />
      <TextField<TourFormValues>
        name="depositPercent"
        label={label('depositPercent')}
        hint={<FormattedMessage id="manage.deposit.hint" />}
        isNumeric
        suffix="%"
      />
      <SwitchField<TourFormValues>
        name="asksNames"
        label={label('asksNames')}
        hint={<FormattedMessage id="manage.asksNames.hint" />}
      />
    </FormSection>
  );
}

/** Field for minutes that shows the duration in hours. */
function Duration({ label, after }: { label: string; after: string }) {
  const intl = useIntl();
  const { control } = useFormContext<TourFormValues>();
  const minutes = Number(useWatch({ control, name: 'durationMinutes' }));
  const unit = (value: number, name: string) =>
    value > 0 ? [intl.formatNumber(value, { style: 'unit', unit: name, unitDisplay: 'long' })] : [];
  const durationText =
    Number.isInteger(minutes) && minutes >= 60
      ? intl.formatList([...unit(Math.floor(minutes / 60), 'hour'), ...unit(minutes % 60, 'minute')], { type: 'unit' })
      : undefined;
  return (
    <TextField<TourFormValues>
      name="durationMinutes"
      label={label}
      isNumeric
      suffix={after}
      hint={durationText}
      required
    />
  );
}
