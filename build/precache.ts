/**
 * Precache of the installed app: the frame, sign-in, check-in and tour reports are complete from the first visit.
 * Office screens and their texts are loaded when opened, and cached from then on.
 */
import type { Plugin, Rolldown } from 'vite';

/** Lazy entry modules that are not precached, nor what only they import: office screens and secondary auth pages. */
const OFFICE = [
  /\/src\/company\/(?!check-in\/|report-tour-numbers\/).+-page\.tsx$/,
  /\/src\/company\/report-tour-numbers\/(?:server-reports|statement\/statement-view)\.tsx$/,
  // It requests a link that only the server can create.
  /\/src\/company\/check-in\/dialogs\/phone-payment-dialog\.tsx$/,
  /\/src\/organisation\/[^/]+\/[^/]+-page\.tsx$/,
  /\/src\/auth\/(?:auth-pages|login\/login-steps|join\/join-bundle)\.ts$/,
  /\/src\/auth\/join\/ownership-offer\.tsx$/,
  /\/src\/features\/(?!sync\/)/,
  /\/src\/app\/frame\/account\/(?:own-account|ownership-offer-notices)\.tsx$/,
  /\/src\/app\/frame\/(?:mfa|pending-requests)-banner\.tsx$/,
  /\/src\/app\/start\/report-devices\.ts$/,
  // Without it, phone numbers are shown as they are stored.
  /\/src\/lib\/phone-numbers\.ts$/,
];
/** Texts that are precached. */
const PRECACHED_TEXTS = /^\0texts:(?:start|roll-call|report-tour-numbers|auth-and-guards)-/;
const isOffice = (module: string) =>
  OFFICE.some((pattern) => pattern.test(module)) || (module.startsWith('\0texts:') && !PRECACHED_TEXTS.test(module));

/** Returns a plugin that inspects the build, and `includes`, which tells whether a file is precached. */
export function precache(): { plugin: Plugin; includes(file: string): boolean } {
  const excluded = new Set<string>();
  return {
    includes: (file) => !excluded.has(file),
    plugin: {
      name: 'muster:precache',
      apply: 'build',
      generateBundle: {
        // Before the start becomes a classic script without imports.
        order: 'pre',
        handler(_options, bundle) {
          const chunks = Object.values(bundle).filter((chunk): chunk is Rolldown.OutputChunk => chunk.type === 'chunk');
          const included = new Set<string>();
          const visit = (file: string) => {
            const chunk = bundle[file];
            if (included.has(file) || chunk?.type !== 'chunk') return;
            if (chunk.isDynamicEntry && chunk.facadeModuleId !== null && isOffice(chunk.facadeModuleId)) return;
            included.add(file);
            for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
          };
          for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName);
          excluded.clear();
          for (const { fileName } of chunks) if (!included.has(fileName)) excluded.add(fileName);
        },
      },
    },
  };
}
