/** /integrations: connections to other programs, websites and files. */
import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { useCurrentUser } from '../../session/use-session.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Sections, useShownSection } from '../../ui/layout/sections.tsx';
import { SECTIONS, useSectionUrl } from './sections.ts';

const useStyles = makeStyles({ part: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 } });

export function IntegrationsScreen() {
  const styles = useStyles();
  const intl = useIntl();
  const company = useCurrentUser()?.company;
  const { state, go } = useSectionUrl();
  const { wide, openSection: shown } = useShownSection(state.section, SECTIONS);
  const section = SECTIONS.find(({ id }) => id === shown);
  if (!company) return null;
  const alone = !wide && section;
  return (
    <Screen
      header={
        <PageHeader
          title={<FormattedMessage id={alone ? section.title : 'route.integrations'} />}
          meta={!alone && company.name}
          {...(alone ? { leave: { kind: 'back', onSelect: () => go({ section: null }) } } : {})}
        />
      }
    >
      <Sections
        label={intl.formatMessage({ id: 'route.integrations' })}
        sections={SECTIONS}
        openSection={shown}
        wide={wide}
      >
        {section && (
          // The key discards typed values when company or section changes.
          <div key={`${company.id} ${section.id}`} className={styles.part}>
            <section.Content company={company.id} />
          </div>
        )}
      </Sections>
    </Screen>
  );
}
