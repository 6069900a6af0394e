import { Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { OverseenCompany } from '../../data/companies.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { ownLinkTo } from '../../session/own-link.ts';
import { useLocalPath } from '../../ui/local-link.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { StateName } from '../../ui/theme/state-colours.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  card: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px 16px',
    padding: '16px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  words: { display: 'grid', gap: '8px', flex: '1 1 240px', minWidth: 0 },
  name: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  badges: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  through: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  open: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minHeight: '48px',
    minWidth: '96px',
    boxSizing: 'border-box',
    padding: '0 16px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

interface Standing {
  id: MessageId;
  state: StateName;
}

/** What matters most about how a company stands: switched off before everything else. */
function standingOf({ isActive, link }: OverseenCompany): Standing {
  if (!isActive) return { id: 'companies.status.off', state: 'no' };
  if (link?.status === 'invited') return { id: 'companies.status.invited', state: 'waiting' };
  if (link?.status === 'ended') return { id: 'companies.status.ended', state: 'neutral' };
  return { id: 'companies.status.active', state: 'ok' };
}

export function CompanyList({ companies }: { companies: readonly OverseenCompany[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {companies.map((company) => (
        <CompanyCard key={company.id} company={company} />
      ))}
    </ul>
  );
}

function CompanyCard({ company }: { company: OverseenCompany }) {
  const styles = useStyles();
  const intl = useIntl();
  const localPath = useLocalPath();
  const standing = standingOf(company);
  const canOpen = company.isActive && company.link?.status !== 'invited' && company.link?.status !== 'ended';
  return (
    <li className={styles.card}>
      <div className={styles.words}>
        <h2 className={styles.name}>{company.name}</h2>
        <div className={styles.badges}>
          <StateBadge state={standing.state}>
            <FormattedMessage id={standing.id} />
          </StateBadge>
          <StateBadge state={company.hasActiveSubscription ? 'ok' : 'attention'}>
            <FormattedMessage
              id={company.hasActiveSubscription ? 'companies.subscription.active' : 'companies.subscription.none'}
            />
          </StateBadge>
        </div>
        {company.link && (
          <span className={styles.through}>
            <FormattedMessage id="companies.overseenBy" values={{ organisation: company.link.organisationName }} />
          </span>
        )}
      </div>
      {canOpen && (
        <Link
          to={localPath(paths.impersonate(company.id))}
          state={ownLinkTo(company.id)}
          className={styles.open}
          aria-label={intl.formatMessage({ id: 'companies.open' }, { company: company.name })}
        >
          <FormattedMessage id="companies.openShort" />
        </Link>
      )}
    </li>
  );
}

export function CompanyListSkeleton() {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Skeleton aria-label={intl.formatMessage({ id: 'companies.loading' })} className={styles.list}>
      {[0, 1, 2].map((row) => (
        <SkeletonItem key={row} shape="rectangle" style={{ height: '104px' }} />
      ))}
    </Skeleton>
  );
}
