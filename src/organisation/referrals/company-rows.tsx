/** Commission that each company owes, and its monthly statements. */
import { DocumentRegular, TicketDiagonalRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { createStatement, type ReferralPartner } from '../../data/referrals.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { paths } from '../../lib/paths.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { Message } from '../../ui/states/message.tsx';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { formatCommissionAmounts } from './commission-amounts.ts';
import { formatMonth } from '../../ui/dates/format-month.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { addMonths, monthOf } from '../../lib/month-grid.ts';

/** Returns the last complete months as `YYYY-MM`, newest first. */
const monthsBefore = (today: LocalDate, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addMonths(monthOf(today), -1 - at));

export interface CompanyRowsProps {
  organisation: Uuid;
  partners: readonly ReferralPartner[];
  mayIssueStatements: boolean;
}

export function CompanyRows({ organisation, partners, mayIssueStatements }: CompanyRowsProps) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const now = useNow();
  const saving = useMutation({ send: createStatement, invalidates: [[organisation]], invalidateOnRefusal: true });
  const { refusal, failure } = splitResult(saving.result);
  const navigate = useNavigate();
  const localPath = useLocalPath();
  /** Returns the path of the bookings behind a company's commission. */
  const sentTo = (company: Uuid) =>
    localPath(`${paths.organisationBookings}?${new URLSearchParams({ organisation, company, sent: 'us' })}`);

  async function make(company: Uuid, month: string): Promise<void> {
    const saved = await saving.save({ organisation, company, month: `${month}-01` });
    if (saved.ok)
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: 'referrals.statement.done' }, { month: formatMonth(intl, month) }),
      });
  }

  return (
    <>
      <SaveFailed result={failure} />
      {refusal && (
        <Message state="neutral" alert>
          <FormattedMessage id={`referrals.statement.${refusal.status}`} />
        </Message>
      )}
      <SectionRows>
        {partners.map((partner) => (
          <SectionRow
            key={partner.company}
            name={partner.name}
            state={joinWithDots(
              intl.formatMessage({ id: 'commission.bookings' }, { count: partner.bookings }),
              ...formatCommissionAmounts(partner.sums, { intl, formats }),
            )}
            action={
              <MoreMenu
                label={intl.formatMessage({ id: 'referrals.more' }, { name: partner.name })}
                entries={[
                  {
                    label: intl.formatMessage({ id: 'referrals.bookings' }),
                    icon: <TicketDiagonalRegular />,
                    onSelect: () => void navigate(sentTo(partner.company)),
                  },
                  ...(mayIssueStatements ? monthsBefore(localDateIn(partner.timeZone, now), 3) : []).map((month) => ({
                    label: intl.formatMessage({ id: 'referrals.statement.make' }, { month: formatMonth(intl, month) }),
                    icon: <DocumentRegular />,
                    onSelect: () => void make(partner.company, month),
                  })),
                ]}
              />
            }
          />
        ))}
      </SectionRows>
    </>
  );
}
