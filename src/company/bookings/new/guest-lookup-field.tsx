/** Name field that suggests earlier bookings; choosing one fills in the contact. */
import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState, type KeyboardEvent } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useIntl } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { ContactFormValues } from '../../../domain/booking-contact.ts';
import { FormField } from '../../../ui/form/form-fields.tsx';
import { density, type } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { KnownGuestLabel } from './known-guest-label.tsx';
import { useKnownGuests } from './use-known-guests.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

const useStyles = makeStyles({
  control: { minHeight: density.target, width: '100%' },
  list: {
    margin: '4px 0 0',
    padding: '4px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  person: {
    ...type.body,
    display: 'grid',
    alignContent: 'center',
    minHeight: density.row,
    padding: '4px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  active: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
});

export interface GuestLookupFieldProps {
  context: BookingContext;
  label: string;
  onSelect(booking: ListedBooking): void;
}

export function GuestLookupField({ context, label, onSelect }: GuestLookupFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  const id = useId();
  const { control } = useFormContext<ContactFormValues>();
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const people = useKnownGuests(context.company, useDebouncedValue(search));
  const suggestions = isOpen && search !== '' ? people : [];

  function select(booking: ListedBooking): void {
    setIsOpen(false);
    setActive(-1);
    onSelect(booking);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (suggestions.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + suggestions.length + 1) % (suggestions.length + 1));
    } else if (event.key === 'Enter' && suggestions[active]) {
      event.preventDefault();
      select(suggestions[active]);
    } else if (event.key === 'Escape') {
      // Closes the suggestions but not the form.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  }

  return (
    <Controller
      control={control}
      name="name"
      render={({ field }) => (
        <FormField<ContactFormValues> name="name" label={label} required>
          {(fieldProps) => (
            <div>
              <Input
                {...fieldProps}
                {...field}
                className={styles.control}
                input={{
                  size: 1,
                  role: 'combobox',
                  'aria-expanded': suggestions.length > 0,
                  'aria-controls': `${id}-list`,
                  'aria-autocomplete': 'list',
                  ...(suggestions[active] ? { 'aria-activedescendant': `${id}-${suggestions[active].id}` } : {}),
                }}
                autoComplete="off"
                maxLength={200}
                onChange={(_, data) => {
                  field.onChange(data.value);
                  setSearch(data.value);
                  setIsOpen(true);
                  setActive(-1);
                }}
                onKeyDown={onKeyDown}
                onBlur={() => {
                  field.onBlur();
                  setIsOpen(false);
                }}
              />
              <div
                id={`${id}-list`}
                role="listbox"
                aria-label={intl.formatMessage({ id: 'bookings.people' })}
                className={suggestions.length > 0 ? styles.list : undefined}
              >
                {suggestions.map((booking, index) => (
                  <div
                    key={booking.id}
                    id={`${id}-${booking.id}`}
                    role="option"
                    aria-selected={index === active}
                    tabIndex={-1}
                    className={mergeClasses(styles.person, index === active && styles.active)}
                    // Runs before the field's blur handler closes the list.
                    onPointerDown={(event) => {
                      event.preventDefault();
                      select(booking);
                    }}
                  >
                    <KnownGuestLabel booking={booking} context={context} />
                  </div>
                ))}
              </div>
            </div>
          )}
        </FormField>
      )}
    />
  );
}
