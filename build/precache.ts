/**
 * What the installed app holds from its first visit on: the frame, signing in, the check-in and the numbers after it, whole. The office's screens, with their
 * parts and texts, come from the network when they are opened, and are kept from then on.
 */
import type { Plugin, Rolldown } from 'vite';

/** Where one leaves what every device holds: the office's screens, the ways in, and texts that come with them. */
const OFFICE = [
  /\/src\/company\/(?!check-in\/|report-tour-numbers\/).+-page\.tsx$/,
  /\/src\/company\/report-tour-numbers\/(?:server-reports|statement\/statement-view)\.tsx$/,
  // Asks for a link that only the server makes.
  /\/src\/company\/check-in\/dialogs\/phone-payment-dialog\.tsx$/,
  /\/src\/organisation\/[^/]+\/[^/]+-page\.tsx$/,
  /\/src\/auth\/(?:auth-pages|login\/login-steps|join\/join-bundle)\.ts$/,
  /\/src\/auth\/join\/ownership-offer\.tsx$/,
  /\/src\/features\/mfa\/add-factor\.tsx$/,
  /\/src\/features\/guide-time\/(?:guide-time\.tsx|my-month-query\.ts)$/,
  /\/src\/features\/agreements\/(?:agreements-section|invite-company)\.tsx$/,
  /\/src\/features\/commission\/commission-section\.tsx$/,
  /\/src\/features\/partner-accounts\/(?:account-panel|limit-dialog)\.tsx$/,
  /\/src\/app\/frame\/account\/(?:own-account|ownership-offer-row)\.tsx$/,
  /\/src\/app\/frame\/lazy-(?:mfa|pending-requests)-banner\.ts$/,
  /\/src\/app\/start\/report-devices\.ts$/,
];
/** The files of texts that every device holds, and the list by which those of the office are found. */
const HELD_TEXTS = /^\0texts:(?:(?:start|roll-call|report-tour-numbers|auth-and-guards)-|office-catalogues$)/;
const isOffice = (module: string) =>
  OFFICE.some((pattern) => pattern.test(module)) || (module.startsWith('\0texts:') && !HELD_TEXTS.test(module));

/** Takes note of a build; `holds` then says of each of its files whether every device holds it. */
export function precache(): { plugin: Plugin; holds(file: string): boolean } {
  const left = new Set<string>();
  return {
    holds: (file) => !left.has(file),
    plugin: {
      name: 'muster:precache',
      apply: 'build',
      generateBundle: {
        // Before the start becomes a script, which has no imports any more.
        order: 'pre',
        handler(_options, bundle) {
          const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
          const held = new Set<string>();
          const visit = (file: string) => {
            const chunk = bundle[file];
            if (held.has(file) || chunk?.type !== 'chunk') return;
            if (chunk.isDynamicEntry && chunk.facadeModuleId !== null && isOffice(chunk.facadeModuleId)) return;
            held.add(file);
            for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
          };
          for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName);
          left.clear();
          for (const { fileName } of chunks) if (!held.has(fileName)) left.add(fileName);
        },
      },
    },
  };
}
