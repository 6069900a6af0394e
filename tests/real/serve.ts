/** Global setup: the real parts behind the local host, or the project that the environment names. */
import type { TestProject } from 'vitest/node';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { noteEnvironment } from '../run/report.ts';
import { asJourneyBackend, hostJourneys } from '../support/browser-host.ts';
import { remoteProjectFrom, openRemoteProject } from '../support/remote-project.ts';
import { openHostedDatabase, type HostedDatabase } from '../support/hosted-database.ts';

/** The real parts, as provided to tests. */
export interface RealParts {
  /** Database URLs as the role that owns our schemas, and as the platform. */
  owner: string;
  platform: string;
  jwtSecret: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if the tests run against a remote project. */
    realParts: RealParts | null;
  }
}

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const remoteProject = remoteProjectFrom(process.env);
  if (remoteProject) {
    noteEnvironment(`real: the project at ${remoteProject.url}; what needs parts of its own is skipped`);
    project.provide('realParts', null);
    return hostJourneys(project, (dist) => openRemoteProject(remoteProject, dist));
  }
  return hostJourneys(project, async (dist) => {
    let hosted: HostedDatabase | undefined;
    const backend = await createLocalBackend({
      demo: 'small',
      dist,
      open: async (options) => (hosted = await openHostedDatabase(options)),
    });
    const { as } = hosted!.postgres;
    project.provide('realParts', {
      owner: as('postgres'),
      platform: as('supabase_admin'),
      jwtSecret: backend.jwtSecret,
    });
    return asJourneyBackend(backend);
  });
}
