/** Preview of an email template with its placeholders filled in. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { EmailTemplateSample } from '../../data/email-templates.ts';
import {
  fillPlaceholders,
  placeholderValues,
  splitParagraphs,
  type TemplateText,
} from '../../domain/email-templates.ts';
import { type, weight } from '../../ui/theme/sizes.ts';
import { isEmpty } from './email-template-form.ts';

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

export function EmailTemplatePreview({
  template,
  of,
}: {
  template: TemplateText;
  of: EmailTemplateSample | undefined;
}) {
  const styles = useStyles();
  if (!of)
    return (
      <p className={styles.note}>
        <FormattedMessage id="emailTemplates.preview.none" />
      </p>
    );
  // `{amount}` is a refund or an amount to pay, which look alike.
  const values = placeholderValues({ ...of, refund: of.amount }, of.locale);
  return (
    <section className={styles.preview} lang={of.locale} aria-live="polite">
      <p className={styles.note}>
        <FormattedMessage id="emailTemplates.preview" values={{ name: of.name }} />
      </p>
      {isEmpty(template) ? (
        <p className={styles.line}>
          <FormattedMessage id="emailTemplates.default" />
        </p>
      ) : (
        <>
          <p className={styles.name}>{fillPlaceholders(template.subject, values)}</p>
          {splitParagraphs(template.body).map((paragraph, at) => (
            // The index is the only thing that tells equal paragraphs apart.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={at} className={styles.line}>
              {fillPlaceholders(paragraph, values)}
            </p>
          ))}
        </>
      )}
    </section>
  );
}
