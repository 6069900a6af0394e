/** Company, tour, departure, party and payer of a partner's booking. */
import { Field, Select } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PartnerCompany } from '../../data/partner-bookings.ts';
import { PartyFields } from '../../features/bookings/party-fields.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { PayerChoice } from './payer-choice.tsx';
import { TimeChoice } from './time-choice.tsx';
import type { BookingSelection } from './use-booking-selection.ts';

export interface SelectionFieldsProps {
  companies: readonly PartnerCompany[];
  selection: BookingSelection;
}

export function SelectionFields({ companies, selection }: SelectionFieldsProps) {
  const intl = useIntl();
  const { company, tour, departures, party, payer } = selection;
  const { account, currency } = company;
  const formats = useFormats(company.timeZone);
  return (
    <>
      {companies.length > 1 && (
        <Field label={intl.formatMessage({ id: 'partnerBookings.company' })}>
          <Select value={company.id} onChange={(_, data) => selection.selectCompany(data.value)}>
            {companies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={intl.formatMessage({ id: 'bookings.tour' })}>
        <Select value={tour.id} onChange={(_, data) => selection.selectTour(data.value)}>
          {company.tours.map(({ id, title }) => (
            <option key={id} value={id}>
              {formats.text(title) || intl.formatMessage({ id: 'bookings.untitled' })}
            </option>
          ))}
        </Select>
      </Field>
      <TimeChoice timeZone={company.timeZone} selection={departures} />
      {departures.prices.length > 0 && (
        <PartyFields
          context={{ formats, currency }}
          prices={departures.prices}
          counts={party.counts}
          legend={<FormattedMessage id="bookings.guests.title" />}
          onChange={party.setParty}
        />
      )}
      {account && (
        <PayerChoice
          left={formats.money(account.availableCredit, currency)}
          company={company.name}
          guestPays={payer.guestPays}
          onChange={payer.setGuestPays}
        />
      )}
    </>
  );
}
