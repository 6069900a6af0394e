/** Pay rules for guides with their start dates (ADR 057). */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readPayRules, type PayRule, type PayRules } from '../../data/guide-pay.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { formatLocalTime } from '../../ui/format/format-local-time.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { PayRuleDialog } from './pay-rule-dialog.tsx';
import type { SettingsSectionProps } from './section-props.ts';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

export function PaySection({ company, currency }: SettingsSectionProps) {
  const styles = useStyles();
  const [openRule, setOpenRule] = useState<PayRule | 'new' | null>(null);
  const query = useServerQuery({ key: [company, 'pay-rules'], fetch: (signal) => readPayRules(company, signal) });
  return (
    <FormSection
      title="pay.rules"
      actions={
        <Button onClick={() => setOpenRule('new')} disabledFocusable={!query.data || !currency}>
          <FormattedMessage id="pay.rules.add" />
        </Button>
      }
    >
      <p className={styles.about}>
        <FormattedMessage id="pay.rules.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="pay.rules.failed" />}>
        {(payRules) => (
          <>
            {payRules.rules.length === 0 ? (
              <p className={styles.about}>
                <FormattedMessage id="pay.rules.none" />
              </p>
            ) : (
              <SectionRows>
                {payRules.rules.map((rule) => (
                  <Row key={rule.id} rule={rule} payRules={payRules} onOpen={() => setOpenRule(rule)} />
                ))}
              </SectionRows>
            )}
            {openRule && currency && (
              <PayRuleDialog
                company={company}
                currency={openRule === 'new' ? currency : openRule.currency}
                payRules={payRules}
                rule={openRule === 'new' ? null : openRule}
                onClose={() => setOpenRule(null)}
              />
            )}
          </>
        )}
      </QueryView>
    </FormSection>
  );
}

function Row({ rule, payRules, onOpen }: { rule: PayRule; payRules: PayRules; onOpen(): void }) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const tour = payRules.tours.find(({ id }) => id === rule.tourId);
  const person = payRules.people.find(({ id }) => id === rule.userId);
  const name = joinWithDots(
    intl.formatMessage({ id: `pay.kind.${rule.kind}` }),
    rule.minGuests !== null && intl.formatMessage({ id: 'pay.rules.fromGuests' }, { count: rule.minGuests }),
    rule.fromTime && intl.formatMessage({ id: 'pay.rules.fromTime' }, { time: formatLocalTime(intl, rule.fromTime) }),
    person?.displayName,
    tour && formats.text(tour.title),
  );
  const day = (date: string) => intl.formatDate(`${date}T12:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' });
  return (
    <SectionRow
      name={name}
      state={joinWithDots(
        formats.money(rule.amount, rule.currency),
        intl.formatMessage({ id: 'pay.rules.from' }, { day: day(rule.firstDay) }),
        rule.lastDay && intl.formatMessage({ id: 'pay.rules.until' }, { day: day(rule.lastDay) }),
      )}
      action={
        <Button
          appearance="subtle"
          aria-label={intl.formatMessage({ id: 'pay.rules.change' }, { rule: name })}
          onClick={onOpen}
        >
          <FormattedMessage id="pay.rules.edit" />
        </Button>
      }
    />
  );
}
