/** Figures of a company: bookings and attendance of the last days, and its next departures. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { CompanyFigures, OverseenCompany } from '../../data/companies.ts';
import { AsOfNote } from '../../ui/display/as-of-note.tsx';
import { Stats } from '../../ui/display/stats.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { formatWhen } from './company-columns.tsx';

export interface CompanyNumbersProps {
  company: OverseenCompany;
  figures: CompanyFigures;
  days: number;
}

export function CompanyNumbers({ company, figures, days }: CompanyNumbersProps) {
  const intl = useIntl();
  const { timeZone, currency } = company;
  const formats = useFormats(timeZone);
  const { asOf, isBehind, bookings, guests, revenue, booked, came, next } = figures;
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
              value: booked > 0 ? intl.formatNumber(came / booked, { style: 'percent' }) : '–',
              trend: <FormattedMessage id="companies.attendance.of" values={{ came, booked }} />,
            },
          ]}
        />
      )}
      <FormSection title="companies.next.title">
        {next.length === 0 ? (
          <FormattedMessage id="companies.next.none" />
        ) : (
          <SectionRows>
            {next.map((one) => (
              <SectionRow
                key={one.id}
                name={formatWhen(one, { intl, timeZone })}
                state={formats.text(one.title)}
                action={
                  <FormattedMessage id="companies.next.seats" values={{ seats: one.seats, capacity: one.capacity }} />
                }
              />
            ))}
          </SectionRows>
        )}
      </FormSection>
    </>
  );
}
