/** Meeting point on the map: a pasted map link or coordinates, or the device's location. */
import { Button, Link, makeStyles } from '@fluentui/react-components';
import { LocationRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import { mapPinUrl, parseMapPlace, formatMapPlace } from '../../domain/map-place.ts';
import type { TourFormValues } from '../../domain/tour-form.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { Message } from '../../ui/states/message.tsx';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
});

/** Milliseconds before geolocation times out. */
const GEOLOCATION_TIMEOUT_MS = 15_000;

export function PlaceField({ label }: { label: string }) {
  const styles = useStyles();
  const { control, setValue } = useFormContext<TourFormValues>();
  const text = useWatch({ control, name: 'place' });
  const parsed = parseMapPlace(text);
  // The place of a short link is unknown; the field's validation says so.
  const place = parsed === 'short' ? null : parsed;
  const [state, setState] = useState<'idle' | 'looking' | 'denied' | 'notFound'>('idle');

  function locate(): void {
    setState('looking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        setValue('place', formatMapPlace(coords), { shouldDirty: true, shouldValidate: true });
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'denied' : 'notFound'),
      { enableHighAccuracy: true, timeout: GEOLOCATION_TIMEOUT_MS },
    );
  }

  return (
    <>
      <TextField<TourFormValues>
        name="place"
        label={label}
        hint={
          place ? (
            <FormattedMessage id="manage.place.read" values={{ place: formatMapPlace(place) }} />
          ) : (
            <FormattedMessage id="manage.place.hint" />
          )
        }
      />
      <div className={styles.tools}>
        {'geolocation' in navigator && (
          <Button icon={<LocationRegular />} disabledFocusable={state === 'looking'} onClick={locate}>
            <FormattedMessage id={state === 'looking' ? 'manage.place.looking' : 'manage.place.here'} />
          </Button>
        )}
        {place && (
          <Link href={mapPinUrl(place)} target="_blank" rel="noreferrer">
            <FormattedMessage id="manage.place.map" />
          </Link>
        )}
      </div>
      {(state === 'denied' || state === 'notFound') && (
        <Message state="attention" alert onClose={() => setState('idle')}>
          <FormattedMessage id={`manage.place.${state}`} />
        </Message>
      )}
    </>
  );
}
