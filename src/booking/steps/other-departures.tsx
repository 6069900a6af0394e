import type { OfferedTour } from '../../data/public-booking-shapes.ts';
import { localDateIn } from '../../lib/local-date.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { SeatsLeft } from '../ui/times-list.tsx';

/** Alternatives to a departure that is unavailable. */
export function OtherDepartures({
  others,
  timeZone,
  formats,
  onTake,
}: {
  others: readonly OfferedTour[];
  timeZone: string;
  formats: Formats;
  onTake(offered: OfferedTour): void;
}) {
  if (others.length === 0) return null;
  return (
    <ul className="bk-times">
      {others.map((offered) => (
        <li key={offered.departureId}>
          <button type="button" className="bk-time" onClick={() => onTake(offered)}>
            <strong>{formats.time(offered.startsAt)}</strong>
            <span className="bk-pair">
              <span>{formats.day(localDateIn(timeZone, Date.parse(offered.startsAt)))}</span>
              <span>{formats.language(offered.language)}</span>
              <span>
                <SeatsLeft left={offered.left} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
