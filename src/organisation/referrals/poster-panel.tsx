/** The poster of a link: the language chosen, looked at, printed. */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ReferralLink } from '../../data/referrals.ts';
import { LOCALES, type Locale } from '../../domain/locales.ts';
import { ok } from '../../domain/result.ts';
import { documentWords } from '../../i18n/document-words.ts';
import { OWN_NAMES } from '../../lib/locales.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { OnPaper } from '../../ui/output/on-paper.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { useFormats } from '../../ui/words/use-formats.ts';
import { WrappingAddress } from '../../ui/facts/wrapping-address.tsx';
import { addressOfLink } from './link-address.ts';
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
  const words = useAnswer({
    key: [organisation.id, 'poster', locale],
    ask: async () => ok(await documentWords(locale)),
  });
  const address = addressOfLink(link, organisation.slug, locale);
  const poster = words.data && (
    <Poster link={link} by={organisation.name} address={address} locale={locale} words={words.data} />
  );
  return (
    <Overlay
      reads
      kind="details"
      title={intl.formatMessage({ id: 'referrals.poster.of' }, { name: link.name })}
      onClose={onClose}
      foot={
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
          segments={LOCALES.map((value) => ({ value, label: OWN_NAMES[value] }))}
          value={locale}
          onChange={setLocale}
        />
        <AnswerView
          answer={words}
          failed={<FormattedMessage id="referrals.poster.failed" />}
          skeleton={
            <Skeleton>
              <SkeletonItem shape="rectangle" style={{ height: 480 }} />
            </Skeleton>
          }
        >
          {() => <div className={styles.paper}>{poster}</div>}
        </AnswerView>
        <WrappingAddress address={address} />
      </div>
      {printing && poster && <OnPaper onDone={() => setPrinting(false)}>{poster}</OnPaper>}
    </Overlay>
  );
}
