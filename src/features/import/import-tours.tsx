import { queryClient } from '../../online/query-client.ts';
import type { ImportProps } from './import-bookings.tsx';
import { ImportScreen } from './import-screen.tsx';
import { useTourPlan } from './tour-plan.tsx';

export function ImportTours({ company, onClose }: ImportProps) {
  const plan = useTourPlan(company);
  return (
    <ImportScreen
      plan={plan}
      onImported={() => void queryClient.invalidateQueries({ queryKey: [company.id] })}
      onClose={onClose}
    />
  );
}
