/** The person's account. Each part is edited in its own dialog, which returns here. */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isMfaAvailable } from '../../../data/mfa-factors.ts';
import { readOwnAccount, type OwnAccount } from '../../../data/own-account.ts';
import type { MemberCompany } from '../../../data/identity.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { NATIVE_LANGUAGE_NAMES } from '../../../lib/locales.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { OwnFeed } from '../../../features/lazy-features.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { density, type, weight } from '../../../ui/theme/sizes.ts';
import { canGuideHere } from '../can-guide-here.ts';
import { EmailDialog } from './email-dialog.tsx';
import { EmergencyContactDialog } from './emergency-contact-dialog.tsx';
import { MfaDialog } from './mfa-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { useFormatPhone } from '../../../ui/format/phone-number.tsx';

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', margin: 0, padding: 0, listStyleType: 'none' },
  part: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '12px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& button': { minHeight: density.target },
  },
  heading: { ...type.body, fontWeight: weight.regular, margin: 0, color: tokens.colorNeutralForeground3 },
  value: { ...type.lead, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  quiet: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
});

const LazyOwnershipOfferNotices = lazyWithPreload(
  () => import('./ownership-offer-notices.tsx').then((module) => module.OwnershipOfferNotices),
  {
    onLoadError: 'keep',
  },
);

type AccountDialog = 'profile' | 'email' | 'password' | 'factors' | 'emergency' | 'feed';

export function OwnAccountOverlay({ onClose }: { onClose(): void }) {
  const currentUser = useCurrentUser();
  return currentUser && <LoadedAccount key={currentUser.userId} userId={currentUser.userId} onClose={onClose} />;
}

function LoadedAccount({ userId, onClose }: { userId: string; onClose(): void }) {
  const styles = useStyles();
  const query = useServerQuery({ key: [userId, 'own-account'], fetch: () => readOwnAccount(userId) });
  const [open, setOpen] = useState<AccountDialog | null>(null);
  const guidedCompany = useGuidedCompany();
  const account = query.data;
  const back = () => {
    setOpen(null);
    query.refetch();
  };

  if (account && open === 'profile') return <ProfileDialog account={account} onClose={back} />;
  if (account && open === 'email') return <EmailDialog account={account} onClose={back} />;
  if (account && open === 'password') return <PasswordDialog account={account} onClose={back} />;
  if (account && open === 'emergency') return <EmergencyContactDialog account={account} onClose={back} />;
  if (open === 'feed' && guidedCompany)
    return (
      <Overlay kind="form" title={<FormattedMessage id="myAccount.feed" />} onClose={back}>
        <OwnFeed company={guidedCompany.id} person={userId} isAlone />
      </Overlay>
    );
  if (open === 'factors') return <MfaDialog userId={userId} onClose={back} />;
  return (
    <Overlay kind="form" title={<FormattedMessage id="myAccount.title" />} onClose={onClose}>
      <QueryView
        query={query}
        failed={<FormattedMessage id="myAccount.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem size={64} />
          </Skeleton>
        }
      >
        {(data) => (
          <>
            <LazyOwnershipOfferNotices userId={userId} onLeave={onClose} />
            <AccountRows account={data} guidedCompany={guidedCompany} className={styles.parts} onOpen={setOpen} />
          </>
        )}
      </QueryView>
    </Overlay>
  );
}

/** Returns the company where the person can be assigned as a guide, and so may have a calendar feed (ADR 065). */
function useGuidedCompany() {
  const currentUser = useCurrentUser();
  return currentUser && canGuideHere(currentUser) ? currentUser.company : null;
}

interface AccountRowsProps {
  account: OwnAccount;
  guidedCompany: MemberCompany | null;
  className: string;
  onOpen(dialog: AccountDialog): void;
}

function AccountRows({ account, guidedCompany, className, onOpen }: AccountRowsProps) {
  return (
    <ul className={className}>
      <AccountRow
        term="myAccount.profile"
        value={account.displayName}
        change="myAccount.change.profile"
        onChange={() => onOpen('profile')}
      >
        {NATIVE_LANGUAGE_NAMES[account.locale]}
      </AccountRow>
      <AccountRow
        term="myAccount.email"
        value={account.user.email}
        change="myAccount.change.email"
        onChange={() => onOpen('email')}
      >
        {account.newEmail && <FormattedMessage id="myAccount.email.waiting" values={{ email: account.newEmail }} />}
      </AccountRow>
      <AccountRow term="myAccount.password" change="myAccount.change.password" onChange={() => onOpen('password')}>
        <FormattedMessage id="myAccount.password.about" />
      </AccountRow>
      {(account.factors > 0 || isMfaAvailable()) && (
        <AccountRow term="mfa.title" change="mfa.change" onChange={() => onOpen('factors')}>
          <FormattedMessage id="mfa.count" values={{ count: account.factors }} />
        </AccountRow>
      )}
      <AccountRow
        term="myAccount.emergency"
        value={account.emergency?.name}
        change="myAccount.change.emergency"
        onChange={() => onOpen('emergency')}
      >
        {account.emergency ? (
          <EmergencyContactText contact={account.emergency} />
        ) : (
          <FormattedMessage id="myAccount.emergency.none" />
        )}
      </AccountRow>
      {guidedCompany && (
        <AccountRow term="myAccount.feed" change="myAccount.change.feed" onChange={() => onOpen('feed')}>
          <FormattedMessage id="myAccount.feed.about" values={{ company: guidedCompany.name }} />
        </AccountRow>
      )}
    </ul>
  );
}

/** Separate, so that the countries' numbering plans load only for people with a contact. */
function EmergencyContactText({ contact }: { contact: NonNullable<OwnAccount['emergency']> }) {
  return joinWithDots(useFormatPhone()(contact.phone), contact.relation);
}

interface AccountRowProps {
  term: MessageId;
  value?: ReactNode;
  /** Full accessible name of the button; all of them show just "Change". */
  change: MessageId;
  children?: ReactNode;
  onChange(): void;
}

function AccountRow({ term, value, change, children, onChange }: AccountRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <li className={styles.part}>
      <div>
        <h3 className={styles.heading}>
          <FormattedMessage id={term} />
        </h3>
        {value && <div className={styles.value}>{value}</div>}
        {children && <p className={styles.quiet}>{children}</p>}
      </div>
      <Button aria-label={intl.formatMessage({ id: change })} onClick={onChange}>
        <FormattedMessage id="myAccount.change" />
      </Button>
    </li>
  );
}
