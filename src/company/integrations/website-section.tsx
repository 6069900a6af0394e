/** The guests' pages on the company's own site: where the code is, and which sites may show them. */
import { FormattedMessage, useIntl } from 'react-intl';
import { paths } from '../../lib/paths.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { LocalLink } from '../../ui/local-link.tsx';
import { SectionRow, SectionRows } from '../../ui/section-rows.tsx';

export function WebsiteSection() {
  const intl = useIntl();
  return (
    <FormSection title="integrations.website.title">
      <SectionRows>
        <SectionRow
          name={intl.formatMessage({ id: 'integrations.embed' })}
          state={intl.formatMessage({ id: 'integrations.embed.about' })}
          action={
            <LocalLink to={paths.bookingTester}>
              <FormattedMessage id="integrations.embed.open" />
            </LocalLink>
          }
        />
        <SectionRow
          name={intl.formatMessage({ id: 'integrations.sites' })}
          state={intl.formatMessage({ id: 'integrations.sites.about' })}
          action={
            <LocalLink to={`${paths.companySettings}?section=page`}>
              <FormattedMessage id="integrations.sites.open" />
            </LocalLink>
          }
        />
      </SectionRows>
    </FormSection>
  );
}
