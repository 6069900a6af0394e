/** Slug of the tour's booking page. Follows the English title of a new tour until it is edited. */
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import { slugFromTitle, type TourFormValues } from '../../domain/tour-form.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { WrappingAddress } from '../../ui/display/wrapping-address.tsx';

export interface SlugFieldProps {
  label: string;
  companySlug: string;
  formerSlugs: readonly string[];
  follows: boolean;
}

export function SlugField({ label, companySlug, formerSlugs, follows }: SlugFieldProps) {
  const { control, getValues, setValue } = useFormContext<TourFormValues>();
  const [title, slug] = useWatch({ control, name: ['title_en', 'slug'] });
  const lastDerived = useRef('');
  useEffect(() => {
    if (!follows || getValues('slug') !== lastDerived.current) return;
    lastDerived.current = slugFromTitle(title);
    // Opening a new tour is no edit.
    setValue('slug', lastDerived.current, { shouldDirty: lastDerived.current !== '' });
  }, [follows, getValues, setValue, title]);
  const address = `${location.origin}/booking/isolated/${companySlug}?tour=${slug.trim().toLowerCase()}`;
  return (
    <TextField<TourFormValues>
      name="slug"
      label={label}
      required
      hint={
        <>
          <WrappingAddress address={address} />
          {formerSlugs.length > 0 && (
            <>
              <br />
              <FormattedMessage id="manage.slug.former" values={{ slugs: formerSlugs.join(', ') }} />
            </>
          )}
        </>
      }
    />
  );
}
