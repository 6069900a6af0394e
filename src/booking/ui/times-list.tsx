import { FormattedMessage } from 'react-intl';
import type { PublicTime } from '../../data/public-booking-shapes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { formatTimeParam } from './times.ts';

/** Up to this number, the seats left are shown. */
const FEW_SEATS = 10;

export function SeatsLeft({ left }: { left: number }) {
  if (left <= 0) return <FormattedMessage id="booking.soldOut" />;
  if (left > FEW_SEATS) return <FormattedMessage id="booking.places.free" />;
  return <FormattedMessage id="booking.places.left" values={{ left }} />;
}

export interface TimesProps {
  times: readonly PublicTime[];
  formats: Formats;
  showsLanguage: boolean;
  onChoose(time: string): void;
}

export function TimesList({ times, formats, showsLanguage, onChoose }: TimesProps) {
  return (
    <ul className="bk-times">
      {times.map((time) => (
        <li key={time.id}>
          <button
            type="button"
            className="bk-time"
            disabled={time.left <= 0}
            onClick={() => onChoose(formatTimeParam(time, times))}
          >
            <strong>{formats.time(time.startsAt)}</strong>
            <span className="bk-pair">
              {showsLanguage && <span>{formats.language(time.language)}</span>}
              <span>
                <SeatsLeft left={time.left} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
