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
  const { control } = useFormContext<ContactFormValues>();
  const listId = useId();
  const combobox = useGuestCombobox(context, onSelect);
  const { suggestions, active } = combobox;
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
                  'aria-controls': listId,
                  'aria-autocomplete': 'list',
                  ...(active ? { 'aria-activedescendant': optionId(listId, active) } : {}),
                }}
                autoComplete="off"
                maxLength={200}
                onChange={(_, data) => {
                  field.onChange(data.value);
                  combobox.search(data.value);
                }}
                onKeyDown={combobox.onKeyDown}
                onBlur={() => {
                  field.onBlur();
                  combobox.close();
                }}
              />
              <SuggestionList id={listId} combobox={combobox} context={context} />
            </div>
          )}
        </FormField>
      )}
    />
  );
}

const optionId = (listId: string, { id }: ListedBooking) => `${listId}-${id}`;

/** Suggests guests while a name is typed; arrow keys move, Enter selects, Escape closes. */
function useGuestCombobox({ company }: BookingContext, onSelect: GuestLookupFieldProps['onSelect']) {
  const [searchText, setSearchText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const people = useKnownGuests(company, useDebouncedValue(searchText));
  const suggestions = isOpen && searchText !== '' ? people : [];
  const active = suggestions[activeIndex] ?? null;

  function select(booking: ListedBooking): void {
    setIsOpen(false);
    setActiveIndex(-1);
    onSelect(booking);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (suggestions.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // Between the last and the first, no suggestion is active: at -1 and at `suggestions.length`.
      setActiveIndex((activeIndex + step + suggestions.length + 1) % (suggestions.length + 1));
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      select(active);
    } else if (event.key === 'Escape') {
      // Closes the suggestions but not the form.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  }

  return {
    suggestions,
    active,
    search(text: string): void {
      setSearchText(text);
      setIsOpen(true);
      setActiveIndex(-1);
    },
    select,
    close: () => setIsOpen(false),
    onKeyDown,
  };
}

interface SuggestionListProps {
  id: string;
  combobox: Pick<ReturnType<typeof useGuestCombobox>, 'suggestions' | 'active' | 'select'>;
  context: BookingContext;
}

function SuggestionList({ id, combobox: { suggestions, active, select }, context }: SuggestionListProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={intl.formatMessage({ id: 'bookings.people' })}
      className={suggestions.length > 0 ? styles.list : undefined}
    >
      {suggestions.map((booking) => (
        <div
          key={booking.id}
          id={optionId(id, booking)}
          role="option"
          aria-selected={booking === active}
          tabIndex={-1}
          className={mergeClasses(styles.person, booking === active && styles.active)}
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
  );
}
