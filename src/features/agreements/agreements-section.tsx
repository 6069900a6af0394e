/**
 * Agreements of a company with partners, or of an organisation with companies. Either side proposes and the other
 * answers; the company controls data sharing; either side can end it.
 */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  ArchiveRegular,
  ArrowUndoRegular,
  CheckmarkRegular,
  DeleteRegular,
  DismissRegular,
  EditRegular,
  EyeOffRegular,
  EyeRegular,
  ReceiptRegular,
  WalletCreditCardRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readAgreements, type Agreement } from '../../data/agreements.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { AccountPanel, LimitDialog } from '../lazy-features.ts';
import { AgreementDialog, type AgreementAct } from './agreement-dialog.tsx';
import { AllotmentsDialog } from './allotments-dialog.tsx';
import { ProposalDialog } from './proposal-dialog.tsx';
import { useFormatAccount, useFormatAllotments, useFormatTerms } from './terms-view.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  propose: { justifySelf: 'start' },
});

type DetailKind = 'allotments' | 'limit' | 'account';

export function AgreementsSection({ of }: { of: TeamOf }) {
  const styles = useStyles();
  const [confirmation, setConfirmation] = useState<{ act: AgreementAct; agreement: Agreement } | null>(null);
  // The agreement to change, or null to propose a new one.
  const [proposing, setProposing] = useState<{ agreement: Agreement | null } | null>(null);
  const [detail, setDetail] = useState<{ kind: DetailKind; agreement: Agreement } | null>(null);
  const owner = 'company' in of ? of.company : of.organisation;
  const side = 'company' in of ? 'partners' : 'companies';
  const query = useServerQuery({ key: [owner, 'agreements'], fetch: (signal) => readAgreements(of, signal) });
  return (
    <FormSection title={`agreements.${side}`}>
      <p className={styles.about}>
        <FormattedMessage id={`agreements.${side}.about`} />
      </p>
      <QueryView
        query={query}
        skeleton={null}
        failed={<FormattedMessage id="agreements.failed" />}
        empty={({ agreements }) =>
          agreements.length > 0 ? null : (
            <p className={styles.about}>
              <FormattedMessage id={`agreements.${side}.none`} />
            </p>
          )
        }
      >
        {({ agreements }) => (
          <SectionRows>
            {agreements.map((agreement) => (
              <AgreementRow
                key={agreement.id}
                agreement={agreement}
                isCompany={'company' in of}
                onAct={(act) => setConfirmation({ act, agreement })}
                onChange={() => setProposing({ agreement })}
                onDetail={(kind) => setDetail({ kind, agreement })}
              />
            ))}
          </SectionRows>
        )}
      </QueryView>
      {query.data && (
        <Button className={styles.propose} onClick={() => setProposing({ agreement: null })}>
          <FormattedMessage id={`agreements.${side}.propose`} />
        </Button>
      )}
      {confirmation && <AgreementDialog {...confirmation} owner={owner} onClose={() => setConfirmation(null)} />}
      {detail && <DetailDialog of={of} {...detail} onClose={() => setDetail(null)} />}
      {proposing && query.data && (
        <ProposalDialog
          of={of}
          {...proposing}
          currency={query.data.currency}
          defaultCommission={query.data.defaultCommission}
          onClose={() => setProposing(null)}
        />
      )}
    </FormSection>
  );
}

interface DetailDialogProps {
  of: TeamOf;
  kind: DetailKind;
  agreement: Agreement;
  onClose(): void;
}

function DetailDialog({ of, kind, agreement, onClose }: DetailDialogProps) {
  const owner = 'company' in of ? of.company : of.organisation;
  if (kind === 'allotments') return <AllotmentsDialog owner={owner} agreement={agreement} onClose={onClose} />;
  if (kind === 'limit') return <LimitDialog owner={owner} agreement={agreement} onClose={onClose} />;
  return (
    <AccountPanel
      company={'company' in of ? of.company : agreement.otherId}
      organisation={'company' in of ? agreement.otherId : of.organisation}
      side={'company' in of ? 'company' : 'organisation'}
      onClose={onClose}
    />
  );
}

interface AgreementRowProps {
  agreement: Agreement;
  isCompany: boolean;
  onAct(act: AgreementAct): void;
  onChange(): void;
  onDetail(kind: DetailKind): void;
}

const ACT_ICONS = {
  accept: <CheckmarkRegular />,
  decline: <DismissRegular />,
  withdraw: <ArrowUndoRegular />,
  change: <EditRegular />,
  allotments: <ArchiveRegular />,
  limit: <WalletCreditCardRegular />,
  account: <ReceiptRegular />,
  share: <EyeRegular />,
  hide: <EyeOffRegular />,
  end: <DeleteRegular />,
};

type Act = AgreementAct | DetailKind | 'change';

/** Returns the actions that this side can take in the agreement's current state. */
function actsOn({ agreementStatus, proposed, sharesGuests, account, owed }: Agreement, isCompany: boolean): Act[] {
  return [
    ...(proposed ? (proposed.isOurs ? (['withdraw'] as const) : (['accept', 'decline'] as const)) : []),
    ...(isCompany && agreementStatus === 'active'
      ? ['allotments' as const, 'limit' as const, sharesGuests ? ('hide' as const) : ('share' as const)]
      : []),
    // Debts remain visible after the agreement has ended.
    ...(account !== null || owed.length > 0 ? (['account'] as const) : []),
    'change',
    ...(agreementStatus === 'active' ? (['end'] as const) : []),
  ];
}

function AgreementRow({ agreement, isCompany, onAct, onChange, onDetail }: AgreementRowProps) {
  const intl = useIntl();
  const entries: MenuEntry[] = actsOn(agreement, isCompany).map((act) => ({
    label: intl.formatMessage({
      id: act === 'change' && agreement.agreementStatus !== 'active' ? 'agreements.again' : `agreements.${act}`,
    }),
    icon: ACT_ICONS[act],
    ...(act === 'end' ? { dangerous: true } : {}),
    onSelect: () => {
      if (act === 'change') onChange();
      else if (act === 'allotments' || act === 'limit' || act === 'account') onDetail(act);
      else onAct(act);
    },
  }));
  return (
    <SectionRow
      name={agreement.counterpart}
      state={<AgreementState agreement={agreement} isCompany={isCompany} />}
      action={
        <MoreMenu
          label={intl.formatMessage({ id: 'agreements.more' }, { name: agreement.counterpart })}
          entries={entries}
        />
      }
    />
  );
}

function AgreementState({ agreement, isCompany }: Pick<AgreementRowProps, 'agreement' | 'isCompany'>) {
  const intl = useIntl();
  const formatTerms = useFormatTerms();
  const formatAllotments = useFormatAllotments();
  const formatAccount = useFormatAccount();
  const { agreementStatus, proposed, sharesGuests } = agreement;
  return (
    <>
      {proposed ? (
        <StateBadge state={proposed.isOurs ? 'waiting' : 'attention'}>
          <FormattedMessage id={proposed.isOurs ? 'agreements.waits' : 'agreements.asks'} />
        </StateBadge>
      ) : (
        agreementStatus !== 'active' && (
          <StateBadge state={agreementStatus === 'ended' ? 'neutral' : 'waiting'}>
            <FormattedMessage id={`agreements.status.${agreementStatus}`} />
          </StateBadge>
        )
      )}{' '}
      {agreementStatus === 'active' &&
        joinWithDots(
          ...formatTerms(agreement.terms, agreement),
          ...formatAllotments(agreement),
          ...formatAccount(agreement),
          intl.formatMessage({
            id: isCompany
              ? sharesGuests
                ? 'agreements.sees'
                : 'agreements.seesNot'
              : sharesGuests
                ? 'agreements.shares'
                : 'agreements.sharesNot',
          }),
        )}
      {agreementStatus !== 'active' &&
        joinWithDots(...(proposed ? formatTerms(proposed.terms, agreement) : []), ...formatAccount(agreement))}
    </>
  );
}
