import { FormattedMessage } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** The current selection: tour, time, language, and the party once it is chosen. */
export function SelectionSummary({
  title,
  date,
  at,
  language,
  party,
  formats,
}: {
  title: string;
  date: LocalDate;
  at: string;
  language: string;
  party?: string;
  formats: Formats;
}) {
  return (
    <p className="bk-chosen">
      <strong>{title}</strong>
      <span>
        <FormattedMessage id="booking.when" values={{ day: formats.date(date), time: at }} />
      </span>
      <span>{formats.language(language)}</span>
      {party && <span>{party}</span>}
    </p>
  );
}
