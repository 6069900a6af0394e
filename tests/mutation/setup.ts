/** A killed mutant is enough: a smaller counterexample would only cost time. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
