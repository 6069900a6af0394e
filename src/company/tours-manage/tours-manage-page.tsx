/** /tours/manage: all tours of the company, and the one that is made or changed. */
import { useEffect, useState } from 'react';
import type { MemberCompany } from '../../data/identity.ts';
import { ImportTours } from '../../features/lazy-import-tours.ts';
import { useActing } from '../../session/use-session.ts';
import { TourEditor } from './tour-editor.tsx';
import { TourList } from './tour-list.tsx';
import { isNewTourId, useManageUrl } from './use-manage-url.ts';

export function ToursManagePage() {
  const company = useActing()?.company;
  // Another company has other tours: nothing that was typed for the one is saved for the other.
  return company ? <Manage key={company.id} company={company} /> : null;
}

function Manage({ company }: { company: MemberCompany }) {
  const url = useManageUrl();
  const { tour, import: importing } = url.state;
  // A new tour has its id before it is saved, and keeps its form when the address names it.
  const [made, setMade] = useState(() => crypto.randomUUID() as string);
  useEffect(() => {
    if (tour === null) setMade(crypto.randomUUID());
  }, [tour]);
  if (importing) return <ImportTours company={company} onClose={() => url.go({ import: '' })} />;
  if (tour === null) return <TourList company={company} url={url} />;
  const id = isNewTourId(tour) ? made : tour;
  return <TourEditor key={id} company={company} tour={id} isNew={isNewTourId(tour)} url={url} />;
}

/** As the table of routes takes it. */
export { ToursManagePage as Component };
