/**
 * A partner's account at a company, for either side: credit limit, debt, remaining credit, and a month's entries. The
 * company records payments.
 */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import {
  AddRegular,
  ArrowDownloadRegular,
  ChevronLeftRegular,
  ChevronRightRegular,
  PrintRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readPartnerAccount, type PartnerAccount, type AccountLine } from '../../data/accounts.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { addMonths } from '../../lib/month-grid.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { download } from '../../ui/output/download.ts';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { formatMonth } from '../../ui/dates/format-month.ts';
import { PrintOnly } from '../../ui/output/print-only.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { capitalised, tabular, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { accountFile } from './account-file.ts';
import { AccountSheet } from './account-sheet.tsx';
import { CorrectionDialog, PaymentDialog } from './payment-dialogs.tsx';

const useStyles = makeStyles({
  // White with a margin, like paper.
  paper: { padding: '16px', borderRadius: tokens.borderRadiusLarge, backgroundColor: '#ffffff' },
  months: { display: 'flex', alignItems: 'center', gap: '8px', margin: '16px 0 8px' },
  month: {
    ...type.lead,
    ...tabular,
    flex: '1 1 0',
    margin: 0,
    fontWeight: weight.bold,
    textAlign: 'center',
    ...capitalised,
  },
});

export interface AccountPanelProps {
  company: Uuid;
  organisation: Uuid;
  /** The side that is viewing. */
  side: 'company' | 'organisation';
  onClose(): void;
}

export function AccountPanel({ company, organisation, side, onClose }: AccountPanelProps) {
  const styles = useStyles();
  const intl = useIntl();
  const owner = side === 'company' ? company : organisation;
  /** `YYYY-MM`; null for the current month. */
  const [month, setMonth] = useState<string | null>(null);
  const [openDialog, setOpenDialog] = useState<'print' | 'payment' | null>(null);
  const [correcting, setCorrecting] = useState<{ line: AccountLine; amount: string } | null>(null);
  const query = useServerQuery({
    key: [owner, 'account', company, organisation, month],
    fetch: (signal) => readPartnerAccount({ company, organisation, month }, { signal }),
  });
  const read = query.data;
  const close = () => setOpenDialog(null);
  return (
    <Overlay
      isReadOnly
      kind="details"
      title={
        read
          ? intl.formatMessage({ id: 'accounts.of' }, { name: side === 'company' ? read.organisation : read.company })
          : intl.formatMessage({ id: 'accounts.title' })
      }
      onClose={onClose}
      footer={read && <AccountFooter account={read} side={side} onOpen={setOpenDialog} />}
    >
      <QueryView
        query={query}
        failed={<FormattedMessage id="accounts.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 240 }} />
          </Skeleton>
        }
      >
        {(account) => (
          <>
            <AccountBalance account={account} />
            <Months account={account} onMonthChange={setMonth} />
            <div className={styles.paper}>
              <AccountSheet account={account} />
            </div>
            {side === 'company' && (
              <Payments account={account} onCorrect={(line, amount) => setCorrecting({ line, amount })} />
            )}
          </>
        )}
      </QueryView>
      {openDialog === 'print' && read && (
        <PrintOnly onDone={close}>
          <AccountSheet account={read} />
        </PrintOnly>
      )}
      {openDialog === 'payment' && read && <PaymentDialog owner={owner} account={read} onClose={close} />}
      {correcting && <CorrectionDialog owner={owner} {...correcting} onClose={() => setCorrecting(null)} />}
    </Overlay>
  );
}

interface AccountFooterProps extends Pick<AccountPanelProps, 'side'> {
  account: PartnerAccount;
  onOpen(dialog: 'print' | 'payment'): void;
}

function AccountFooter({ account, side, onOpen }: AccountFooterProps) {
  const intl = useIntl();
  return (
    <>
      <Button
        icon={<ArrowDownloadRegular />}
        onClick={() =>
          download(accountFile(account, intl), { name: `muster-account-${account.month}.csv`, type: 'text/csv' })
        }
      >
        <FormattedMessage id="accounts.csv" />
      </Button>
      <Button icon={<PrintRegular />} onClick={() => onOpen('print')}>
        <FormattedMessage id="accounts.print" />
      </Button>
      {side === 'company' && (
        <Button appearance="primary" icon={<AddRegular />} onClick={() => onOpen('payment')}>
          <FormattedMessage id="accounts.payment" />
        </Button>
      )}
    </>
  );
}

/** The current state, independent of the month shown. */
function AccountBalance({ account: { account, sums } }: { account: PartnerAccount }) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const balances = sums.length > 0 ? sums : account ? [{ currency: account.currency, open: 0 }] : [];
  const open = account && (sums.find(({ currency }) => currency === account.currency)?.open ?? 0);
  return (
    <DescriptionList inline>
      <DescriptionItem term="accounts.limit">
        {account ? formats.money(account.limit, account.currency) : intl.formatMessage({ id: 'accounts.noLimit' })}
      </DescriptionItem>
      <DescriptionItem term="accounts.open">
        {formats.list(balances.map((balance) => formats.money(balance.open, balance.currency)))}
      </DescriptionItem>
      {account && open !== null && (
        <DescriptionItem term="accounts.left">
          {formats.money(Math.max(account.limit - open, 0), account.currency)}
        </DescriptionItem>
      )}
    </DescriptionList>
  );
}

function Months({ account, onMonthChange }: { account: PartnerAccount; onMonthChange(month: string): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const { month, firstMonth, timeZone } = account;
  const thisMonth = localDateIn(timeZone, useNow()).slice(0, 7);
  const stepButton = (by: 1 | -1) => (
    <Button
      icon={by === 1 ? <ChevronRightRegular /> : <ChevronLeftRegular />}
      aria-label={intl.formatMessage({ id: by === 1 ? 'accounts.next' : 'accounts.previous' })}
      disabledFocusable={by === 1 ? month >= thisMonth : firstMonth === null || month <= firstMonth}
      onClick={() => onMonthChange(addMonths(month, by))}
    />
  );
  return (
    <div className={styles.months}>
      {stepButton(-1)}
      <h3 className={styles.month} aria-live="polite">
        {formatMonth(intl, month)}
      </h3>
      {stepButton(1)}
    </div>
  );
}

/** Payments of the month, which the company can correct. */
function Payments({
  account,
  onCorrect,
}: {
  account: PartnerAccount;
  onCorrect(line: AccountLine, amount: string): void;
}) {
  const intl = useIntl();
  const formats = useFormats(account.timeZone);
  const payments = account.statements.flatMap(({ currency, lines }) =>
    lines.filter(({ kind, isCorrected }) => kind === 'paid_in' && !isCorrected).map((line) => ({ currency, line })),
  );
  if (payments.length === 0) return null;
  return (
    <SectionRows>
      {payments.map(({ currency, line }) => {
        const amount = formats.money(-line.amount, currency);
        return (
          <SectionRow
            key={line.id}
            name={amount}
            state={joinWithDots(line.paidOn && formats.day(line.paidOn), line.reference)}
            action={
              <Button
                aria-label={intl.formatMessage({ id: 'accounts.correct.title' }, { amount })}
                onClick={() => onCorrect(line, amount)}
              >
                <FormattedMessage id="accounts.correct" />
              </Button>
            }
          />
        );
      })}
    </SectionRows>
  );
}
