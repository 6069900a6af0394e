/** Organisations that send guests and act for the company: what they see of its guests, what it owes them, and when it ends. */
import { AgreementsSection } from '../../features/lazy-agreements.ts';
import { CommissionSection } from '../../features/lazy-commission.ts';
import type { SettingsPartProps } from './section-props.ts';

export function PartnersSection({ company }: SettingsPartProps) {
  return (
    <>
      <AgreementsSection of={{ company }} />
      <CommissionSection company={company} />
    </>
  );
}
