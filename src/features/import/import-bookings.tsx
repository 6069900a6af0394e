import type { MemberCompany } from '../../data/identity.ts';
import { queryClient } from '../../online/query-client.ts';
import { useBookingPlan } from './booking-plan.tsx';
import { ImportScreen } from './import-screen.tsx';

export interface ImportProps {
  company: MemberCompany;
  onClose(): void;
}

export function ImportBookings({ company, onClose }: ImportProps) {
  const plan = useBookingPlan(company);
  return (
    <ImportScreen
      plan={plan}
      onImported={() => void queryClient.invalidateQueries({ queryKey: [company.id] })}
      onClose={onClose}
    />
  );
}
