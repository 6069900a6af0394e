/** /tours/manage: list of tours, and the editor of one. */
import { useEffect, useState } from 'react';
import type { MemberCompany } from '../../data/identity.ts';
import { ImportTours } from '../../features/lazy-features.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { TourEditor } from './tour-editor.tsx';
import { TourList } from './tour-list.tsx';
import { isNewId, useManageUrl } from './use-manage-url.ts';

export function ToursManagePage() {
  const company = useCurrentUser()?.company;
  // The key discards typed values when the company changes.
  return company ? <Manage key={company.id} company={company} /> : null;
}

function Manage({ company }: { company: MemberCompany }) {
  const url = useManageUrl();
  const { tour, import: importing } = url.state;
  // A new tour gets its id before it is saved, so that its form is kept when the URL changes to that id.
  const [newId, setNewId] = useState(() => crypto.randomUUID() as string);
  useEffect(() => {
    if (tour === null) setNewId(crypto.randomUUID());
  }, [tour]);
  if (importing) return <ImportTours company={company} onClose={() => url.go({ import: '' })} />;
  if (tour === null) return <TourList company={company} url={url} />;
  const id = isNewId(tour) ? newId : tour;
  return <TourEditor key={id} company={company} tour={id} isNew={isNewId(tour)} url={url} />;
}

/** The name that the route table expects. */
export { ToursManagePage as Component };
