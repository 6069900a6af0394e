/** /organisation/referrals: a partner's links and posters, their results, and commission. */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import type { MemberOrganisation } from '../../data/identity.ts';
import { readReferrals, type ReferralLink, type Referrals } from '../../data/referrals.ts';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';
import { paths } from '../../lib/paths.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { COMMISSION_STATES } from '../../features/commission/format-commission.ts';
import { NoOrganisation, useOwnOrganisation } from '../../features/own-organisation/own-organisation.tsx';
import { StatementRows } from '../../features/commission/statement-rows.tsx';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Stats } from '../../ui/display/stats.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';
import { CompanyRows } from './company-rows.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { LinkRows } from './link-rows.tsx';
import { PosterPanel } from './poster-panel.tsx';

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px' },
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The organisation shown, for people who belong to several; null for the first. */
const SHAPE = v.object({ organisation: uuidOrNull() });

export function ReferralsPage() {
  const { state, go } = useUrlState(SHAPE);
  const { organisation, others } = useOwnOrganisation(state.organisation, (organisation) => go({ organisation }));
  return organisation ? (
    <OfOrganisation key={organisation.id} organisation={organisation} others={others} />
  ) : (
    <NoOrganisation title="route.organisationReferrals" />
  );
}

interface OfOrganisationProps {
  organisation: MemberOrganisation;
  others: readonly MenuEntry[];
}

function OfOrganisation({ organisation, others }: OfOrganisationProps) {
  const intl = useIntl();
  const { id, name } = organisation;
  const query = useServerQuery({
    key: [id, 'referrals'],
    fetch: (signal) => readReferrals({ organisation: id }, signal),
  });
  const [making, setMaking] = useState(false);
  const [poster, setPoster] = useState<ReferralLink | null>(null);
  const read = query.data;
  const linkable = read?.partners.filter(({ isActive }) => isActive) ?? [];
  return (
    <Screen
      header={
        <PageHeader
          title={<FormattedMessage id="route.organisationReferrals" />}
          meta={name}
          actions={
            linkable.length > 0
              ? [
                  {
                    label: intl.formatMessage({ id: 'referrals.new' }),
                    icon: <AddRegular />,
                    primary: true,
                    onSelect: () => setMaking(true),
                  },
                ]
              : []
          }
          menu={others}
        />
      }
    >
      <QueryView
        query={query}
        failed={<FormattedMessage id="commission.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 280 }} />
          </Skeleton>
        }
        empty={({ partners }) => (partners.length > 0 ? null : <NoPartners />)}
      >
        {(referrals) => (
          <Parts
            organisation={id}
            referrals={referrals}
            onCreate={linkable.length > 0 ? () => setMaking(true) : null}
            onPoster={setPoster}
          />
        )}
      </QueryView>
      {making && <LinkDialog organisation={id} partners={linkable} onClose={() => setMaking(false)} />}
      {poster && read?.slug && (
        <PosterPanel link={poster} organisation={{ id, name, slug: read.slug }} onClose={() => setPoster(null)} />
      )}
    </Screen>
  );
}

function NoPartners() {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id="referrals.empty.title" />}
      actions={
        <LinkButton to={paths.organisationCompanies}>
          <FormattedMessage id="ownOrganisation.companies" />
        </LinkButton>
      }
    >
      <p>
        <FormattedMessage id="referrals.empty.text" />
      </p>
    </EmptyState>
  );
}

interface PartsProps {
  organisation: Uuid;
  referrals: Referrals;
  /** Null if there is no company that a link can be made for. */
  onCreate: (() => void) | null;
  onPoster(link: ReferralLink): void;
}

function Parts({ organisation, referrals, onCreate, onPoster }: PartsProps) {
  const styles = useStyles();
  const { links, partners, statements, mayIssueStatements } = referrals;
  return (
    <div className={styles.parts}>
      <CommissionTotals partners={partners} />
      <FormSection title="referrals.links">
        {links.length === 0 ? (
          <>
            <p className={styles.about}>
              <FormattedMessage id="referrals.links.none" />
            </p>
            {onCreate && (
              <div>
                <Button onClick={onCreate}>
                  <FormattedMessage id="referrals.new" />
                </Button>
              </div>
            )}
          </>
        ) : (
          <LinkRows organisation={organisation} links={links} onPoster={onPoster} />
        )}
      </FormSection>
      <FormSection title="referrals.companies">
        <CompanyRows organisation={organisation} partners={partners} mayIssueStatements={mayIssueStatements} />
      </FormSection>
      <FormSection title="referrals.statements">
        {statements.length === 0 ? (
          <p className={styles.about}>
            <FormattedMessage id="referrals.statements.none" />
          </p>
        ) : (
          <StatementRows owner={organisation} statements={statements} mayAnswer={false} />
        )}
      </FormSection>
    </div>
  );
}

/** Total commission by currency and state. */
function CommissionTotals({ partners }: Pick<Referrals, 'partners'>) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const sums = partners.flatMap((partner) => partner.sums);
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted();
  if (currencies.length === 0) return null;
  return (
    <Stats
      label={intl.formatMessage({ id: 'referrals.figures' })}
      figures={currencies.flatMap((currency) =>
        COMMISSION_STATES.map((state) => ({
          label: intl.formatMessage({ id: `commission.${state}` }),
          value: formats.money(
            sums.filter((sum) => sum.currency === currency).reduce((all, sum) => all + sum[state], 0) as MinorUnits,
            currency,
          ),
          trend: intl.formatMessage({ id: `commission.${state}.about` }),
        })),
      )}
    />
  );
}

/** The name that the route table expects. */
export { ReferralsPage as Component };
