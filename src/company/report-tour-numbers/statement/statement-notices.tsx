import { FormattedMessage } from 'react-intl';
import type { MonthStatement } from '../../../data/guide-pay.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { paths } from '../../../lib/paths.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { LocalLink } from '../../../ui/address/local-link.tsx';
import { Message } from '../../../ui/states/message.tsx';
import type { StatementFormatters } from './use-statement.ts';

/** Notices about the whole month: it is settled, or there are no pay rules. */
export function StatementNotices({
  monthStatement,
  formatters,
}: {
  monthStatement: MonthStatement;
  formatters: StatementFormatters;
}) {
  const maySetPay = useCurrentUser()?.can('COMPANY_ALL_ACCESS') ?? false;
  const { settled, hasRules, timeZone } = monthStatement;
  return (
    <>
      {settled && (
        <Message state="ok">
          <FormattedMessage
            id="pay.settled"
            values={{
              day: formatters.formats.date(localDateIn(timeZone, Date.parse(settled.at))),
              name: settled.by ?? <FormattedMessage id="pay.settled.formerColleague" />,
            }}
          />
        </Message>
      )}
      {maySetPay && !hasRules && (
        <Message
          state="neutral"
          actions={
            <LocalLink to={`${paths.companySettings}?section=pay`}>
              <FormattedMessage id="pay.noRules.go" />
            </LocalLink>
          }
        >
          <FormattedMessage id="pay.noRules" />
        </Message>
      )}
    </>
  );
}
