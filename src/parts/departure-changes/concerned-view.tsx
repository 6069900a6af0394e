/** Whom a change of departures concerns: how many are told, who has to be called, and which guides it does not suit. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { CalendarConflict } from '../../data/departures.ts';
import type { Concerned } from '../../data/departure-shapes.ts';
import { Message } from '../../ui/states/message.tsx';
import type { ChangeScope, LookedAt } from './changes.ts';

export interface ConcernedViewProps {
  concerned: Concerned;
  conflicts: readonly CalendarConflict[];
  what: LookedAt;
  scope: ChangeScope;
}

export function ConcernedView({ concerned, conflicts, what, scope }: ConcernedViewProps) {
  const intl = useIntl();
  const { bookings, guests, guides, withoutEmail } = concerned;
  const isMailed = what === 'cancel' || what === 'move';
  const nameOfGuide = (id: string) => guides.find(({ userId }) => userId === id)?.name;
  return (
    <>
      <Message state={what === 'cancel' && guests > 0 ? 'attention' : 'neutral'}>
        {bookings + guides.length === 0 ? (
          <FormattedMessage id="calendar.nobody" />
        ) : (
          <FormattedMessage id="calendar.concerns" values={{ bookings, guests, guides: guides.length }} />
        )}
        {withoutEmail.length > 0 && isMailed && (
          <p style={{ margin: '8px 0 0' }}>
            <FormattedMessage
              id="calendar.call"
              values={{
                names: scope.formats.list(
                  withoutEmail.map(({ contactName, contactPhone }) =>
                    contactPhone ? `${contactName} ${contactPhone}` : contactName,
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
