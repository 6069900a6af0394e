/** Sorts test files for the workers: the screen tests first, because they take longest. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG = /\/(?:screens-[\w-]+|smoke)\.test\.ts$/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => LONG.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONG.test(moduleId)),
    ];
  }
}
