/** Embedding on the company's website: the code, the allowed sites, and when each last showed the pages (ADR 034). */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readEmbeddingSites, deleteEmbeddingSite } from '../../data/embedding-sites.ts';
import type { Uuid } from '../../domain/ids.ts';
import { paths } from '../../lib/paths.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { formatAge } from '../../ui/format/format-age.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

export function WebsiteSection({ company }: { company: Uuid }) {
  const intl = useIntl();
  return (
    <>
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
        </SectionRows>
      </FormSection>
      <Sites company={company} />
    </>
  );
}

function Sites({ company }: { company: Uuid }) {
  const styles = useStyles();
  const [removing, setRemoving] = useState<string | null>(null);
  const query = useServerQuery({
    key: [company, 'embedding-sites'],
    fetch: (signal) => readEmbeddingSites(company, signal),
  });
  return (
    <FormSection
      title="integrations.sites"
      actions={
        <LocalLink to={`${paths.companySettings}?section=page`}>
          <FormattedMessage id="integrations.sites.open" />
        </LocalLink>
      }
    >
      <p className={styles.about}>
        <FormattedMessage id="integrations.sites.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="integrations.sites.failed" />}>
        {({ sites }) =>
          sites.length === 0 ? (
            <p className={styles.about}>
              <FormattedMessage id="integrations.sites.none" />
            </p>
          ) : (
            <SectionRows>
              {sites.map(({ site, shownAt }) => (
                <SiteRow key={site} site={site} shownAt={shownAt} onRemove={() => setRemoving(site)} />
              ))}
            </SectionRows>
          )
        }
      </QueryView>
      {removing !== null && <RemoveSite company={company} site={removing} onClose={() => setRemoving(null)} />}
    </FormSection>
  );
}

interface SiteRowProps {
  site: string;
  /** When the booking pages were last shown there. */
  shownAt: string | null;
  onRemove(): void;
}

function SiteRow({ site, shownAt, onRemove }: SiteRowProps) {
  const intl = useIntl();
  const formats = useFormats(deviceTimeZone());
  const now = useNow();
  return (
    <SectionRow
      name={site}
      state={
        shownAt
          ? intl.formatMessage(
              { id: 'integrations.sites.shown' },
              { when: formatAge(formats, Date.parse(shownAt), now) },
            )
          : intl.formatMessage({ id: 'integrations.sites.never' })
      }
      action={
        <Button
          appearance="subtle"
          aria-label={intl.formatMessage({ id: 'integrations.sites.remove.of' }, { site })}
          onClick={onRemove}
        >
          <FormattedMessage id="integrations.sites.remove" />
        </Button>
      }
    />
  );
}

function RemoveSite({ company, site, onClose }: { company: Uuid; site: string; onClose(): void }) {
  const saving = useMutation({
    send: deleteEmbeddingSite,
    invalidates: [
      [company, 'embedding-sites'],
      [company, 'settings'],
    ],
  });
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="integrations.sites.remove.title" values={{ site }} />}
      confirm={<FormattedMessage id="integrations.sites.remove" />}
      onClose={onClose}
      onConfirm={async () => (await saving.save({ company, site })).ok}
    >
      <SaveFailed result={saving.result} />
      <p>
        <FormattedMessage id="integrations.sites.remove.text" />
      </p>
    </FormDialog>
  );
}
