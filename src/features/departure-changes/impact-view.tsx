/**
 * The impact of a departure change: how many guests get a mail, who has to be called, and which guides have a conflict.
 */
import { FormattedMessage, useIntl } from 'react-intl';
import type { CalendarConflict } from '../../data/departures.ts';
import type { AffectedPeople } from '../../data/departure-schemas.ts';
import { Message } from '../../ui/states/message.tsx';
import type { ChangeContext, PreviewedChange } from './departure-change.ts';
import { useFormatPhone } from '../../ui/format/phone-number.tsx';

export interface ImpactViewProps {
  impact: AffectedPeople;
  conflicts: readonly CalendarConflict[];
  kind: PreviewedChange;
  context: ChangeContext;
}

export function ImpactView({ impact, conflicts, kind, context }: ImpactViewProps) {
  const intl = useIntl();
  const formatPhone = useFormatPhone();
  const { bookings, guests, guides, withoutEmail } = impact;
  const isMailed = kind === 'cancel' || kind === 'move';
  const nameOfGuide = (id: string) => guides.find(({ userId }) => userId === id)?.name;
  return (
    <>
      <Message state={kind === 'cancel' && guests > 0 ? 'attention' : 'neutral'}>
        {bookings + guides.length === 0 ? (
          <FormattedMessage id="calendar.noOneAffected" />
        ) : (
          <FormattedMessage id="calendar.concerns" values={{ bookings, guests, guides: guides.length }} />
        )}
        {withoutEmail.length > 0 && isMailed && (
          <p style={{ margin: '8px 0 0' }}>
            <FormattedMessage
              id="calendar.call"
              values={{
                names: context.formats.list(
                  withoutEmail.map(({ contactName, contactPhone }) =>
                    contactPhone ? `${contactName} ${formatPhone(contactPhone)}` : contactName,
                  ),
                ),
              }}
            />
          </p>
        )}
      </Message>
      {conflicts.length > 0 && (
        <Message state="attention">
          {conflicts.map(({ userId, kind }) => (
            <p key={`${userId} ${kind}`} style={{ margin: 0 }}>
              {intl.formatMessage(
                { id: `calendar.conflict.${kind}` },
                { name: nameOfGuide(userId) ?? intl.formatMessage({ id: 'calendar.filter.guide' }) },
              )}
            </p>
          ))}
        </Message>
      )}
    </>
  );
}
