/** Preview of a link's poster, with language choice and print button. */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ReferralLink } from '../../data/referrals.ts';
import { LOCALES, type Locale } from '../../domain/locales.ts';
import { ok } from '../../domain/result.ts';
import { loadDocumentTexts } from '../../i18n/document-texts.ts';
import { NATIVE_LANGUAGE_NAMES } from '../../lib/locales.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { PrintOnly } from '../../ui/output/print-only.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { WrappingAddress } from '../../ui/display/wrapping-address.tsx';
import { referralUrl } from './referral-url.ts';
import { Poster } from './poster.tsx';

const useStyles = makeStyles({
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  paper: {
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

export interface PosterPanelProps {
  link: ReferralLink;
  organisation: { id: string; name: string; slug: string };
  onClose(): void;
}

export function PosterPanel({ link, organisation, onClose }: PosterPanelProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [locale, setLocale] = useState<Locale>(useFormats('UTC').locale);
  const [printing, setPrinting] = useState(false);
  const texts = useServerQuery({
    key: [organisation.id, 'poster', locale],
    fetch: async () => ok(await loadDocumentTexts(locale)),
  });
  const address = referralUrl(link, organisation.slug, locale);
  const poster = texts.data && (
    <Poster link={link} by={organisation.name} address={address} locale={locale} texts={texts.data} />
  );
  return (
    <Overlay
      isReadOnly
      kind="details"
      title={intl.formatMessage({ id: 'referrals.poster.of' }, { name: link.name })}
      onClose={onClose}
      footer={
        poster && (
          <Button appearance="primary" icon={<PrintRegular />} onClick={() => setPrinting(true)}>
            <FormattedMessage id="commission.print" />
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        <Segmented<Locale>
          label={intl.formatMessage({ id: 'referrals.poster.language' })}
          kind="choice"
          segments={LOCALES.map((value) => ({ value, label: NATIVE_LANGUAGE_NAMES[value] }))}
          value={locale}
          onChange={setLocale}
        />
        <QueryView
          query={texts}
          failed={<FormattedMessage id="referrals.poster.failed" />}
          skeleton={
            <Skeleton>
              <SkeletonItem shape="rectangle" style={{ height: 480 }} />
            </Skeleton>
          }
        >
          {() => <div className={styles.paper}>{poster}</div>}
        </QueryView>
        <WrappingAddress address={address} />
      </div>
      {printing && poster && <PrintOnly onDone={() => setPrinting(false)}>{poster}</PrintOnly>}
    </Overlay>
  );
}
