/** Mail to the other side: a commission statement was made, withdrawn, accepted or disputed. */
import { integer, nonEmpty, number, object, picklist, pipe, regex, string } from 'valibot';
import { formatMoney } from '../../../../../src/domain/money.ts';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());
/** The partner makes and withdraws it; the company answers. */
const STATES = ['issued', 'withdrawn', 'agreed', 'disputed'] as const;

export const commissionStatement = defineTemplate(
  object({
    from: words,
    to: words,
    state: picklist(STATES),
    month: pipe(string(), regex(/^\d{4}-\d{2}$/)),
    /** Minor units; negative if earlier commission was reversed. */
    amount: pipe(number(), integer()),
    currency: words,
    reason: string(),
    link: Link,
  }),
  ({ from, to, state, month, amount, currency, reason, link }, intl) => {
    const values = { from, to, month: intl.month(month) };
    const text = intl.text(`mail.commissionStatement.${state}.text`, values);
    return {
      subject: intl.text(`mail.commissionStatement.${state}.subject`, values),
      preview: text,
      title: intl.text(`mail.commissionStatement.${state}.subject`, values),
      paragraphs: reason ? [text, reason] : [text],
      facts: [
        { name: intl.text('mail.commissionStatement.month'), value: values.month },
        {
          name: intl.text('mail.commissionStatement.amount'),
          value: formatMoney(amount, { currency, locale: intl.locale }),
        },
      ],
      button: buttonTo(link, intl.text('mail.commissionStatement.button'), intl),
      notes: [],
      footer: intl.text('mail.footer.sentFor', { company: from }),
    };
  },
);
