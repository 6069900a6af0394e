/** Fewer random cases, the same ones in each run, and no search for a smaller counterexample: a failure is enough. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1, numRuns: 25, endOnFailure: true });
