/** Organisations that send guests and act for the company: what they see of its guests, what it owes them, and when it ends. */
import { AgreementsSection } from '../../parts/late-agreements.ts';
import { CommissionSection } from '../../parts/late-commission.ts';
import type { SettingsPartProps } from './section-parts.ts';

export function PartnersSection({ company }: SettingsPartProps) {
  return (
    <>
      <AgreementsSection of={{ company }} />
      <CommissionSection company={company} />
    </>
  );
}
