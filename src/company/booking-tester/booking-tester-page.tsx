/** /booking/tester: previews the guest pages embedded in another site, with the embed code to copy. Public. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readCatalog } from '../../data/public-booking.ts';
import { readDirectory } from '../../data/public-directory.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { gutter, MAX_CONTENT } from '../../ui/theme/sizes.ts';
import { CodeToCopy } from './code-to-copy.tsx';
import type { Embedding } from './embed-code.ts';
import { LivePage } from './live-page.tsx';
import { TesterFields } from './tester-fields.tsx';
import { useTesterUrl, type TesterState } from './use-tester-url.ts';

const useStyles = makeStyles({
  fields: {
    padding: '16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    boxSizing: 'border-box',
    maxWidth: `calc(${MAX_CONTENT} + 2 * ${gutter})`,
    margin: '0 auto',
    padding: `8px ${gutter} 24px`,
  },
});

/** Signed-out visitors have no app frame, so the document scrolls. */
function TesterFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  if (useCurrentUser()) return <Screen header={header}>{children}</Screen>;
  return (
    <>
      {header}
      <div className={styles.content}>{children}</div>
    </>
  );
}

export function BookingTesterPage() {
  const styles = useStyles();
  const intl = useIntl();
  const { state, go } = useTesterUrl();
  const { operators, operator, organisation, catalog } = useTesterCatalog(state);
  const isUnknown = catalog.state === 'failed' && catalog.failure.code === 'not_found';
  const embedding = useEmbedding(state, { operator, organisation });
  return (
    <TesterFrame
      header={
        <PageHeader
          title={<FormattedMessage id="route.bookingTester" />}
          meta={<FormattedMessage id="tester.intro" />}
        />
      }
    >
      <div className={styles.fields}>
        <TesterFields
          state={state}
          operator={operator}
          operators={operators}
          catalog={catalog.data ?? null}
          isUnknown={isUnknown}
          onChange={(change) => go(change, { replace: true })}
        />
      </div>
      {isUnknown && (
        <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="tester.unknown.title" />}>
          <p>
            <FormattedMessage id="tester.unknown.text" />
          </p>
        </EmptyState>
      )}
      {!isUnknown && catalog.state === 'failed' && (
        <QueryView query={catalog} skeleton={null} failed={<FormattedMessage id="tester.failed" />}>
          {() => null}
        </QueryView>
      )}
      {catalog.data && (
        <>
          <CodeToCopy embedding={embedding} kind={state.code} onKind={(code) => go({ code }, { replace: true })} />
          <WidthChoice value={state.width} onChange={(width) => go({ width }, { replace: true })} />
          {/* The key reloads the preview and clears its messages on any change. */}
          <LivePage key={JSON.stringify([embedding, intl.locale])} embedding={embedding} width={state.width} />
        </>
      )}
    </TesterFrame>
  );
}

/** The operators to choose from, and what the chosen one sells. */
function useTesterCatalog(state: TesterState) {
  const currentUser = useCurrentUser();
  const owner = currentUser?.userId ?? 'guest';
  const directory = useServerQuery({
    key: [owner, 'public-directory'],
    fetch: (signal) => readDirectory({}, { signal }),
  });
  const operators = directory.data?.operators ?? [];
  const operator = state.operator || (currentUser?.company?.slug ?? operators[0]?.slug ?? '');
  const organisation = state.page === 'next' ? '' : state.organisation;
  const catalog = useServerQuery({
    key: [owner, 'public-catalog', operator, organisation],
    fetch: (signal) => readCatalog({ operator, organisation: organisation || null }, { signal }),
    enabled: operator !== '',
  });
  return { operators, operator, organisation, catalog };
}

function useEmbedding(
  { page, tour, language, theme, referral, how }: TesterState,
  { operator, organisation }: Pick<Embedding, 'operator' | 'organisation'>,
): Embedding {
  return useMemo(
    () => ({
      operator,
      organisation,
      page,
      tour,
      language: language === 'guest' ? '' : language,
      theme: theme === 'guest' ? '' : theme,
      referral,
      how,
    }),
    [operator, organisation, page, tour, language, theme, referral, how],
  );
}

interface WidthChoiceProps {
  value: TesterState['width'];
  onChange(value: TesterState['width']): void;
}

function WidthChoice({ value, onChange }: WidthChoiceProps) {
  const intl = useIntl();
  return (
    <div>
      <Segmented
        label={intl.formatMessage({ id: 'tester.width' })}
        kind="choice"
        value={value}
        segments={[
          { value: 'full', label: intl.formatMessage({ id: 'tester.width.full' }) },
          { value: 'tablet', label: intl.formatMessage({ id: 'tester.width.tablet' }) },
          { value: 'phone', label: intl.formatMessage({ id: 'tester.width.phone' }) },
        ]}
        onChange={onChange}
      />
    </div>
  );
}

/** The name that the route table expects. */
export { BookingTesterPage as Component };
