/** A letter as a guest would read it, with what stands in its holes. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { LetterSample } from '../../data/letters.ts';
import { filled, holeValues, paragraphsOf, type OwnWords } from '../../domain/letter-words.ts';
import { type, weight } from '../../ui/theme/sizes.ts';
import { isEmpty } from './letter-fields.ts';

const useStyles = makeStyles({
  name: { ...type.body, fontWeight: weight.bold },
  preview: {
    display: 'grid',
    gap: '8px',
    boxSizing: 'border-box',
    width: '100%',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    overflowWrap: 'anywhere',
  },
  line: { ...type.body, margin: 0, whiteSpace: 'pre-line' },
  note: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
});

export function LetterPreview({ words, of }: { words: OwnWords; of: LetterSample | undefined }) {
  const styles = useStyles();
  if (!of)
    return (
      <p className={styles.note}>
        <FormattedMessage id="letters.preview.none" />
      </p>
    );
  const values = holeValues({ ...of, refund: of.amount }, of.locale);
  return (
    <section className={styles.preview} lang={of.locale} aria-live="polite">
      <p className={styles.note}>
        <FormattedMessage id="letters.preview" values={{ name: of.name }} />
      </p>
      {isEmpty(words) ? (
        <p className={styles.line}>
          <FormattedMessage id="letters.ours" />
        </p>
      ) : (
        <>
          <p className={styles.name}>{filled(words.subject, values)}</p>
          {paragraphsOf(words.body).map((part, at) => (
            // Their place is all that tells two equal ones apart.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={at} className={styles.line}>
              {filled(part, values)}
            </p>
          ))}
        </>
      )}
    </section>
  );
}
