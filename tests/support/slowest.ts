/** Names the slowest tests at the end of a run: where its time goes. */
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        took: test.diagnostic()?.duration ?? 0,
        name: `${module.project.name}: ${test.fullName}`,
      })),
    );
    const ran = timed.filter(({ took }) => took > 0);
    if (ran.length <= SHOWN) return;
    const lines = ran.sort((one, other) => other.took - one.took).slice(0, SHOWN);
    console.info(
      `\nThe slowest ${SHOWN} of ${ran.length} tests:\n${lines.map(({ took, name }) => `${(took / 1000).toFixed(1).padStart(7)} s  ${name}`).join('\n')}`,
    );
  }
}
