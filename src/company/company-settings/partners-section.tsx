/** Agreements with partners: data sharing, commission and their end. */
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
