/** /company-settings: the owner's settings, in sections. */
import { Skeleton, SkeletonItem, makeStyles, mergeClasses } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  SETTINGS_CACHE_SCHEMA,
  readCompanySettings,
  saveCompanySettings,
  type SaveRefusal,
  type CompanySettingsInput,
} from '../../data/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Sections, useShownSection } from '../../ui/layout/sections.tsx';
import { SECTIONS, useSectionUrl } from './sections.ts';
import { SettingsForm } from './settings-form.tsx';

const useStyles = makeStyles({
  skeleton: { display: 'grid', gap: '24px' },
  part: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 },
  fill: { flex: '1 1 0', minHeight: 0, gap: 0 },
  // Keeps this section above the notice of unsaved changes in others.
  first: { order: -1 },
});

export function CompanySettingsPage() {
  const company = useCurrentUser()?.company;
  // The key discards typed values when the company changes.
  return company ? <Settings key={company.id} company={company.id} name={company.name} /> : null;
}

function useCompanySettings(company: Uuid) {
  useInvalidation(company);
  const query = useServerQuery({
    key: [company, 'settings'],
    fetch: (signal) => readCompanySettings(company, signal),
    cacheSchema: SETTINGS_CACHE_SCHEMA,
  });
  const saving = useMutation<CompanySettingsInput, { version: number }, SaveRefusal>({
    send: (args) => saveCompanySettings(args),
    invalidates: [[company]],
  });
  return { query, saving };
}

function Settings({ company, name }: { company: string; name: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { query, saving } = useCompanySettings(company);
  const { state, go } = useSectionUrl();
  const { wide, openSection: shown } = useShownSection(state.section, SECTIONS);
  const section = SECTIONS.find(({ id }) => id === shown) ?? null;
  const alone = !wide && section;
  const Content = section?.Content;
  return (
    <Screen
      fill={section?.fill ?? false}
      header={
        <PageHeader
          title={<FormattedMessage id={alone ? section.title : 'route.companySettings'} />}
          meta={!alone && name}
          {...(alone ? { leave: { kind: 'back', onSelect: () => go({ section: null }) } } : {})}
        />
      }
    >
      <Sections
        label={intl.formatMessage({ id: 'route.companySettings' })}
        sections={SECTIONS}
        openSection={shown}
        wide={wide}
        fill={section?.fill ?? false}
      >
        <QueryView
          query={query}
          skeleton={section?.Fields && <SettingsSkeleton />}
          failed={<FormattedMessage id="settings.failed" />}
        >
          {(loadedSettings) => (
            <SettingsForm company={company} loadedSettings={loadedSettings} saving={saving} section={section} />
          )}
        </QueryView>
        {Content && (
          <div className={mergeClasses(styles.part, section.fill && styles.fill, !section.Fields && styles.first)}>
            <Content company={company} currency={query.data?.settings.currency ?? null} />
          </div>
        )}
      </Sections>
    </Screen>
  );
}

function SettingsSkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.skeleton}>
      {[280, 200].map((height) => (
        <SkeletonItem key={height} shape="rectangle" style={{ height }} />
      ))}
    </Skeleton>
  );
}

/** The name that the route table expects. */
export { CompanySettingsPage as Component };
