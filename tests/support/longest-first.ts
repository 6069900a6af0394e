/** The order in which workers take test files: the tests of every screen first, as nothing else in their run takes as long. */
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
