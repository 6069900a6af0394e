/** Figures of a company: bookings and attendance of the last days, and its next departures. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { CompanyFigures, OverseenCompany } from '../../data/companies.ts';
import { AsOfNote } from '../../ui/display/as-of-note.tsx';
import { Stats } from '../../ui/display/stats.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { formatWhen } from '../../ui/format/format-when.ts';

export interface CompanyNumbersProps {
  company: OverseenCompany;
  figures: CompanyFigures;
  days: number;
}

export function CompanyNumbers({ company, figures, days }: CompanyNumbersProps) {
  const intl = useIntl();
  const { timeZone, currency } = company;
  const formats = useFormats(timeZone);
  const { asOf, isBehind, bookings, guests, revenue, booked, attended, next } = figures;
  const label = (id: 'bookings' | 'revenue' | 'attendance') => intl.formatMessage({ id: `companies.${id}` });
  return (
    <>
      <AsOfNote asOf={asOf} isBehind={isBehind} timeZone={timeZone} />
      {asOf !== null && (
        <Stats
          label={intl.formatMessage({ id: 'companies.figures' }, { days })}
          figures={[
            {
              label: label('bookings'),
              value: intl.formatNumber(bookings),
              trend: <FormattedMessage id="companies.bookings.guests" values={{ guests }} />,
            },
            { label: label('revenue'), value: formats.money(revenue, currency) },
            {
              label: label('attendance'),
              value: booked > 0 ? intl.formatNumber(attended / booked, { style: 'percent' }) : '–',
              trend: <FormattedMessage id="companies.attendance.of" values={{ attended, booked }} />,
            },
          ]}
        />
      )}
      <FormSection title="companies.next.title">
        {next.length === 0 ? (
          <FormattedMessage id="companies.next.none" />
        ) : (
          <SectionRows>
            {next.map((departure) => (
              <SectionRow
                key={departure.id}
                name={formatWhen(departure, { intl, timeZone })}
                state={formats.text(departure.title)}
                action={
                  <FormattedMessage
                    id="companies.next.seats"
                    values={{ seats: departure.seats, capacity: departure.capacity }}
                  />
                }
              />
            ))}
          </SectionRows>
        )}
      </FormSection>
    </>
  );
}
