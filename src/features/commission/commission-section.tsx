/** Commission that a company owes its partners, and their statements for approval. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { readReferrals } from '../../data/referrals.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { COMMISSION_STATES, formatCommissionSum } from './format-commission.ts';
import { StatementRows } from './statement-rows.tsx';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

export function CommissionSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const query = useServerQuery({ key: [company, 'referrals'], fetch: (signal) => readReferrals({ company }, signal) });
  return (
    <FormSection title="commission.section">
      <p className={styles.about}>
        <FormattedMessage id="commission.section.about" />
      </p>
      <QueryView
        query={query}
        skeleton={null}
        failed={<FormattedMessage id="commission.failed" />}
        empty={({ partners, statements }) =>
          statements.length > 0 || partners.some(({ bookings, sums }) => bookings > 0 || sums.length > 0) ? null : (
            <p className={styles.about}>
              <FormattedMessage id="commission.section.none" />
            </p>
          )
        }
      >
        {({ partners, statements }) => (
          <>
            <SectionRows>
              {partners.map((partner) => (
                <SectionRow
                  key={partner.organisation}
                  name={partner.name}
                  state={joinWithDots(
                    intl.formatMessage({ id: 'commission.bookings' }, { count: partner.bookings }),
                    ...COMMISSION_STATES.map((state) => {
                      const amount = formatCommissionSum(partner.sums, state, formats);
                      return amount && intl.formatMessage({ id: `commission.${state}.amount` }, { amount });
                    }),
                  )}
                  action={null}
                />
              ))}
            </SectionRows>
            <StatementRows owner={company} statements={statements} mayAnswer />
          </>
        )}
      </QueryView>
    </FormSection>
  );
}
