/** A link as a poster with a QR code, in a chosen language. */
import { makeStyles } from '@fluentui/react-components';
import type { ReferralLink } from '../../data/referrals.ts';
import { textInLocale, type Locale } from '../../domain/locales.ts';
import type { loadDocumentTexts } from '../../i18n/document-texts.ts';
import { QrCode } from '../../ui/output/qr-code.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  // Paper is white in either colour mode.
  poster: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    gap: '24px',
    padding: '24px 16px',
    textAlign: 'center',
    color: '#000000',
    backgroundColor: '#ffffff',
    overflowWrap: 'anywhere',
  },
  title: { ...type.hero, margin: 0, fontWeight: weight.bold },
  line: { ...type.title, margin: 0 },
  small: { ...type.body, margin: 0 },
  // As wide as the paper, with a margin.
  code: { display: 'block', width: '100%', maxWidth: '420px', '@media print': { maxWidth: '600px' } },
});

export type PosterWords = Awaited<ReturnType<typeof loadDocumentTexts>>;

export interface PosterProps {
  link: ReferralLink;
  /** The partner's name. */
  by: string;
  address: string;
  locale: Locale;
  texts: PosterWords;
}

export function Poster({ link, by, address, locale, texts }: PosterProps) {
  const styles = useStyles();
  const tour = link.tour && textInLocale(link.tour.titles, locale);
  return (
    <article className={styles.poster} lang={locale}>
      <h3 className={styles.title}>{tour ?? link.companyName}</h3>
      {tour !== null && <p className={styles.line}>{link.companyName}</p>}
      <QrCode className={styles.code} text={address} label={address} />
      <p className={styles.line}>{texts['document.poster.scan']}</p>
      <p className={styles.small}>{texts['document.poster.by'].replace('{name}', by)}</p>
    </article>
  );
}
