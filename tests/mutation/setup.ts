/** Fewer random cases, the same in each run, and no shrinking: a failure is enough. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1, numRuns: 25, endOnFailure: true });
